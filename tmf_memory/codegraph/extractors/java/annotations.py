"""The annotations that are known: one row each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


class Role(str, Enum):
    """What an annotation makes of what it stands on."""

    COMPONENT = "component"
    CONTROLLER = "controller"
    CLIENT = "client"
    CONFIGURATION = "configuration"
    PROVIDER = "provider"
    ROUTE = "route"
    PARAMETER = "request parameter"
    INJECTED = "injected"
    SETTING = "setting"
    TRANSACTION = "transaction"
    SCHEDULE = "schedule"
    LISTENER = "listener"
    ASPECT = "aspect"
    SECURITY = "security"
    LIFECYCLE = "lifecycle"
    ENTITY = "entity"
    COLUMN = "column"
    KEY = "key"
    ASSOCIATION = "association"
    VALIDATION = "validation"
    TEST = "test"
    TEST_SETUP = "test setup"
    GENERATED = "generated members"


@dataclass(frozen=True, slots=True)
class AnnotationSpec:
    """One known annotation: its simple name, the packages that declare it, what it means.

    `methods` are the HTTP methods of a route that need not be said.
    """

    name: str
    packages: tuple[str, ...]
    role: Role
    methods: tuple[str, ...] = ()


_WEB = ("org.springframework.web.bind.annotation",)
_STEREOTYPE = ("org.springframework.stereotype",)
_CONTEXT = ("org.springframework.context.annotation",)
_INJECT = ("javax.inject", "jakarta.inject")
_PERSISTENCE = ("javax.persistence", "jakarta.persistence")
_COMMON = ("javax.annotation", "jakarta.annotation")
_VALIDATION = ("javax.validation.constraints", "jakarta.validation.constraints")
_VALID = ("javax.validation", "jakarta.validation")
_JUNIT5 = ("org.junit.jupiter.api",)
_JUNIT = ("org.junit",)
_LOMBOK = ("lombok",)

KNOWN: tuple[AnnotationSpec, ...] = (
    AnnotationSpec("Component", _STEREOTYPE, Role.COMPONENT),
    AnnotationSpec("Service", _STEREOTYPE, Role.COMPONENT),
    AnnotationSpec("Repository", _STEREOTYPE, Role.COMPONENT),
    AnnotationSpec("Named", (*_INJECT,), Role.COMPONENT),
    AnnotationSpec("Singleton", (*_INJECT, "javax.ejb", "jakarta.ejb"), Role.COMPONENT),
    AnnotationSpec("Controller", _STEREOTYPE, Role.CONTROLLER),
    AnnotationSpec("RestController", _WEB, Role.CONTROLLER),
    AnnotationSpec("ControllerAdvice", _WEB, Role.CONTROLLER),
    AnnotationSpec("RestControllerAdvice", _WEB, Role.CONTROLLER),
    AnnotationSpec("FeignClient", ("org.springframework.cloud.openfeign",), Role.CLIENT),
    AnnotationSpec("Configuration", _CONTEXT, Role.CONFIGURATION),
    AnnotationSpec("ComponentScan", _CONTEXT, Role.CONFIGURATION),
    AnnotationSpec(
        "SpringBootApplication", ("org.springframework.boot.autoconfigure",), Role.CONFIGURATION
    ),
    AnnotationSpec("Bean", _CONTEXT, Role.PROVIDER),
    AnnotationSpec("RequestMapping", _WEB, Role.ROUTE),
    AnnotationSpec("GetMapping", _WEB, Role.ROUTE, ("GET",)),
    AnnotationSpec("PostMapping", _WEB, Role.ROUTE, ("POST",)),
    AnnotationSpec("PutMapping", _WEB, Role.ROUTE, ("PUT",)),
    AnnotationSpec("DeleteMapping", _WEB, Role.ROUTE, ("DELETE",)),
    AnnotationSpec("PatchMapping", _WEB, Role.ROUTE, ("PATCH",)),
    AnnotationSpec("RequestParam", _WEB, Role.PARAMETER),
    AnnotationSpec("PathVariable", _WEB, Role.PARAMETER),
    AnnotationSpec("RequestBody", _WEB, Role.PARAMETER),
    AnnotationSpec("Autowired", ("org.springframework.beans.factory.annotation",), Role.INJECTED),
    AnnotationSpec("Inject", _INJECT, Role.INJECTED),
    AnnotationSpec("Resource", _COMMON, Role.INJECTED),
    AnnotationSpec("Value", ("org.springframework.beans.factory.annotation",), Role.SETTING),
    AnnotationSpec(
        "ConfigurationProperties",
        ("org.springframework.boot.context.properties",),
        Role.SETTING,
    ),
    AnnotationSpec(
        "Transactional",
        (
            "org.springframework.transaction.annotation",
            "javax.transaction",
            "jakarta.transaction",
        ),
        Role.TRANSACTION,
    ),
    AnnotationSpec("Scheduled", ("org.springframework.scheduling.annotation",), Role.SCHEDULE),
    AnnotationSpec("EventListener", ("org.springframework.context.event",), Role.LISTENER),
    AnnotationSpec("KafkaListener", ("org.springframework.kafka.annotation",), Role.LISTENER),
    AnnotationSpec("Aspect", ("org.aspectj.lang.annotation",), Role.ASPECT),
    AnnotationSpec("PreAuthorize", ("org.springframework.security.access.prepost",), Role.SECURITY),
    AnnotationSpec("PostConstruct", _COMMON, Role.LIFECYCLE),
    AnnotationSpec("PreDestroy", _COMMON, Role.LIFECYCLE),
    AnnotationSpec("Entity", _PERSISTENCE, Role.ENTITY),
    AnnotationSpec("Table", _PERSISTENCE, Role.ENTITY),
    AnnotationSpec("MappedSuperclass", _PERSISTENCE, Role.ENTITY),
    AnnotationSpec("Embeddable", _PERSISTENCE, Role.ENTITY),
    AnnotationSpec("Column", _PERSISTENCE, Role.COLUMN),
    AnnotationSpec("Id", _PERSISTENCE, Role.KEY),
    AnnotationSpec("OneToMany", _PERSISTENCE, Role.ASSOCIATION),
    AnnotationSpec("ManyToOne", _PERSISTENCE, Role.ASSOCIATION),
    AnnotationSpec("OneToOne", _PERSISTENCE, Role.ASSOCIATION),
    AnnotationSpec("ManyToMany", _PERSISTENCE, Role.ASSOCIATION),
    AnnotationSpec("NotNull", _VALIDATION, Role.VALIDATION),
    AnnotationSpec("NotBlank", _VALIDATION, Role.VALIDATION),
    AnnotationSpec("Size", _VALIDATION, Role.VALIDATION),
    AnnotationSpec("Valid", _VALID, Role.VALIDATION),
    AnnotationSpec("Test", (*_JUNIT5, *_JUNIT), Role.TEST),
    AnnotationSpec("ParameterizedTest", ("org.junit.jupiter.params",), Role.TEST),
    AnnotationSpec("SpringBootTest", ("org.springframework.boot.test.context",), Role.TEST),
    AnnotationSpec("BeforeEach", _JUNIT5, Role.TEST_SETUP),
    AnnotationSpec("AfterEach", _JUNIT5, Role.TEST_SETUP),
    AnnotationSpec("BeforeAll", _JUNIT5, Role.TEST_SETUP),
    AnnotationSpec("AfterAll", _JUNIT5, Role.TEST_SETUP),
    AnnotationSpec("Before", _JUNIT, Role.TEST_SETUP),
    AnnotationSpec("After", _JUNIT, Role.TEST_SETUP),
    AnnotationSpec("Data", _LOMBOK, Role.GENERATED),
    AnnotationSpec("Getter", _LOMBOK, Role.GENERATED),
    AnnotationSpec("Setter", _LOMBOK, Role.GENERATED),
    AnnotationSpec("Builder", _LOMBOK, Role.GENERATED),
    AnnotationSpec("AllArgsConstructor", _LOMBOK, Role.GENERATED),
    AnnotationSpec("NoArgsConstructor", _LOMBOK, Role.GENERATED),
    AnnotationSpec("RequiredArgsConstructor", _LOMBOK, Role.GENERATED),
    AnnotationSpec("Slf4j", ("lombok.extern.slf4j",), Role.GENERATED),
)

_BY_NAME: Mapping[str, AnnotationSpec] = {spec.name: spec for spec in KNOWN}


def known_annotation(
    name: str, imports: Mapping[str, str], wildcards: Sequence[str]
) -> AnnotationSpec | None:
    """The row for an annotation as written, when an import (or its full name) proves the package.

    An annotation of the repository's own that happens to have the same name is not taken for it.
    """
    package, _, simple = name.rpartition(".")
    spec = _BY_NAME.get(simple)
    if spec is None:
        return None
    return spec if _is_from(spec, package, imports.get(simple, ""), wildcards) else None


def _is_from(spec: AnnotationSpec, package: str, imported: str, wildcards: Iterable[str]) -> bool:
    if package:
        return package in spec.packages
    if imported:
        return imported.rpartition(".")[0] in spec.packages
    return any(wildcard in spec.packages for wildcard in wildcards)
