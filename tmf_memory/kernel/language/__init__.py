"""What two engines need of prose: slots, value heads, secrets, transition words."""
