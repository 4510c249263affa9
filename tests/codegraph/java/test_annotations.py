from __future__ import annotations

import pytest

from tests.codegraph.java.sources import needs_grammar, symbols_of
from tmf_memory.codegraph.extractors.java.annotations import (
    KNOWN,
    AnnotationSpec,
    Role,
    known_annotation,
)

PACKAGE_OF = {spec.name: spec.packages[0] for spec in KNOWN}


def test_names_are_unique_and_every_role_is_used() -> None:
    assert len({spec.name for spec in KNOWN}) == len(KNOWN)
    assert {spec.role for spec in KNOWN} == set(Role)


@pytest.mark.parametrize("spec", KNOWN, ids=lambda spec: spec.name)
def test_each_is_known_by_every_import_that_proves_it(spec: AnnotationSpec) -> None:
    for package in spec.packages:
        full = f"{package}.{spec.name}"
        assert known_annotation(spec.name, {spec.name: full}, []) is spec
        assert known_annotation(spec.name, {}, [package]) is spec
        assert known_annotation(full, {}, []) is spec


@pytest.mark.parametrize("spec", KNOWN, ids=lambda spec: spec.name)
def test_none_is_known_by_its_name_alone(spec: AnnotationSpec) -> None:
    assert known_annotation(spec.name, {}, []) is None
    assert known_annotation(spec.name, {}, ["somewhere.else"]) is None
    assert (
        known_annotation(spec.name, {spec.name: f"mine.{spec.name}"}, list(spec.packages)) is None
    )
    assert known_annotation(f"mine.{spec.name}", {}, list(spec.packages)) is None


@needs_grammar
@pytest.mark.parametrize("spec", KNOWN, ids=lambda spec: spec.name)
def test_a_declaration_tells_its_roles(spec: AnnotationSpec) -> None:
    text = f"import {PACKAGE_OF[spec.name]}.{spec.name};\n@{spec.name} class A {{}}"
    detail = symbols_of(text)["A"].detail
    assert detail["roles"] == [spec.role.value]
    assert detail["decorators"] == [spec.name]
