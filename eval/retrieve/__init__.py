"""Whether a question leads to the right code: the product's own index and ranking, measured."""
