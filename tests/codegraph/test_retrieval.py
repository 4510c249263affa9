"""Which answers come first, on a small repository with tests and vendored copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codegraph.lab import in_memory, put, warm
from tmf_memory.codegraph.code_query import Sort, analyze_query
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.query import find_ranked

TAX = "def add_tax(price):\n    return price * 119 // 100\n"
FILES = {
    "shop/tax.py": TAX,
    "shop/cart.py": "class Cart:\n    def total(self):\n        return add_tax(self.price)\n",
    "a_vendor/_vendor/tax.py": TAX,
    "a_tests/tests/test_tax.py": "def add_tax(price):\n    return 0\n\n\n"
    "def test_add_tax_to_price():\n    assert add_tax(100) == 119\n",
}
FIRST = {
    "add_tax": ["shop/tax.py:add_tax", "a_vendor/_vendor/tax.py:add_tax"],
    "Cart.total": ["shop/cart.py:Cart.total"],
    "why does add_tax fail": ["shop/tax.py:add_tax", "a_vendor/_vendor/tax.py:add_tax"],
    "add tax to a price": ["shop/tax.py:add_tax"],
}
SORTS = {
    "add_tax": Sort.DESCRIPTION,
    "Return the price with tax.": Sort.DESCRIPTION,
    "Fix a crash when the cart is empty.": Sort.BEHAVIOUR,
    "Prefer the explicit address over any other candidate.": Sort.OPEN,
}


@pytest.fixture
def memory(tmp_path: Path) -> CodeMemory:
    memory = in_memory(put(tmp_path, FILES))
    warm(memory)
    return memory


@pytest.mark.parametrize("question", FIRST)
def test_first_answers(memory: CodeMemory, question: str) -> None:
    found = find_ranked(memory, question, limit=5)
    names = [f"{one.entry.path}:{one.symbol.qualname}" for one in found]
    assert names[: len(FIRST[question])] == FIRST[question]


def test_the_projects_own_is_not_cut_behind_many_of_one_name(tmp_path: Path) -> None:
    many = {f"a_tests/tests/test_{n:02}.py": "def run():\n    pass\n" for n in range(40)}
    memory = in_memory(put(tmp_path, {**many, "shop/zoo.py": "def run():\n    pass\n"}))
    warm(memory)
    assert find_ranked(memory, "run", limit=1)[0].entry.path == "shop/zoo.py"


@pytest.mark.parametrize("question", SORTS)
def test_sorts_of_questions(question: str) -> None:
    assert analyze_query(question).sort is SORTS[question]


def test_ties_are_in_order_of_path(tmp_path: Path) -> None:
    files = {f"{name}.py": "def same_thing():\n    pass\n" for name in "cab"}
    memory = in_memory(put(tmp_path, files))
    warm(memory)
    for _ in range(2):
        found = find_ranked(memory, "same_thing", limit=3)
        assert [one.entry.path for one in found] == ["a.py", "b.py", "c.py"]
