"""Which slot a statement fills: one table of key, slot name and wording.

`anchor:uses` ↔ `tool` ↔ "uses X". A statement that matches a wording asserts a value for the key;
copulas and prepositions (`billing is on Postgres`, `MySQL for billing`) give weak `f:<word>` keys.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slot:
    """One row: the key that is compared, the slot that is written, and how people word it.

    A plural slot holds several values at once, so two of them never conflict.
    """

    key: str
    name: str
    wording: str
    chinese: str = ""
    names: str = ""
    plural: bool = False


TABLE: tuple[Slot, ...] = (
    Slot(
        "anchor:employer",
        "employer",
        "works (?:at|for)|is employed (?:at|by)|employed (?:at|by)|joined|employer is",
        "就职于|任职于|供职于|入职|加入|在(?=[^,，。]{1,20}(?:工作|上班|任职))",
        "company workplace company_name",
    ),
    Slot(
        "anchor:runs_on",
        "runs_on",
        "(?:now )?runs on|is running on|running on|(?:is )?hosted (?:on|at|by|in)|(?:is )?built on",
        "运行在|跑在|托管在|托管于|运行于|部署于",
        "host platform hosting hosted_on",
    ),
    Slot(
        "anchor:schedule",
        "schedule",
        "runs (?=(?:nightly|daily|weekly|hourly|monthly|every|each|once|at |twice))"
        "|(?:is )?scheduled (?:at|for|to run at)|(?:starts|fires|executes) at|cron is|schedule is",
        "(?:定时)?(?:于|在)?(?=\\d{1,2}:\\d{2})|执行时间是?|调度时间是?|(?=每[天日周月晚小])",
        "cron runs_at cron_schedule",
    ),
    Slot(
        "anchor:storage",
        "storage",
        "(?:is |are )?(?:stored|persisted|saved|kept) (?:in|on|at)"
        "|stores (?:its |the |all )?(?:data|state|files|records) (?:in|on)|storage is|writes to",
        "存储在|保存在|存放在|存储于|持久化到|写入",
        "stored_in store data_store storage_backend",
    ),
    Slot(
        "anchor:deploy",
        "deployed_to",
        "(?:is |are )?(?:deployed|deploys|ships|shipped|released|published) (?:to|on|via)",
        "部署到|部署在|发布到|发布在",
        "deploy_target deployed_on deployment",
    ),
    Slot(
        "anchor:owner",
        "owner",
        "(?:is |are )?(?:owned|maintained|managed|led|run) by|owner is|maintainer is"
        "|reports to|on-call is",
        "由(?=[^,，。]{1,20}(?:负责|维护|管理))|负责人(?:是|为)|归属于|归(?=[^,，。]{1,12}所有)|维护者(?:是|为)",
        "owned_by maintainer responsible lead",
    ),
    Slot(
        "anchor:port",
        "port",
        "(?:listens|is listening|listening|serves|is served|runs|is exposed) (?:on|at) "
        "(?:tcp |udp |local )?port|listens on(?: port)?|port is|port number is|on port",
        "监听(?:在)?(?:端口)?|端口(?:号)?(?:是|为)?",
        "listens_on listen_port port_number",
    ),
    Slot(
        "anchor:version",
        "version",
        "(?:is |currently )?(?:at|on) version|version is|is version|pinned (?:to|at)"
        "|(?:current )?version",
        "版本(?:号)?(?:是|为)?|当前版本(?:是|为)?",
        "ver release current_version",
    ),
    Slot(
        "anchor:location",
        "location",
        "lives in|is based in|based in|is located in|located in|resides in|relocated to"
        "|moved to(?= (?:[A-Z][a-z]+)(?:,|$| in\\b))",
        "位于|住在|居住在|坐落于|搬到|迁居",
        "city based_in residence lives_in address",
    ),
    Slot(
        "anchor:project",
        "project",
        "(?:works|working|is working) on (?:the )?(?:project )?|project(?= [A-Z0-9])",
        "参与项目|负责项目|项目(?=[^,，。是为]{1,12}(?:是|正在|已|进行))",
        "current_project",
    ),
    Slot(
        "anchor:provider",
        "provider",
        "provider is|vendor is|is provided by|provided by|is supplied by|supplier is",
        "供应商(?:是|为)|提供商(?:是|为)|服务商(?:是|为)",
        "vendor supplier",
    ),
    Slot(
        "anchor:prefers",
        "preference",
        "prefers|favou?rite (?:\\w+ )?is",
        "偏好|喜欢|更喜欢",
        "prefers",
        plural=True,
    ),
    Slot(
        "anchor:uses",
        "tool",
        "(?:now |currently )?(?:uses|is using|using|relies on|depends on|is powered by|powered by"
        "|is backed by|backed by|switched to|migrated to|moved over to|standardi[sz]ed on|adopted)",
        "(?:目前|现在|当前|现|已)?(?:使用|采用|改用|换成|切换到|迁移到|依赖于?|基于|用)(?!户|途|法|例|来|于|到)",
        "uses tooling used_tool backend engine",
    ),
    Slot(
        "anchor:count",
        "count",
        r"(?:has|have|runs)(?= \d+ [a-z])",
        r"(?:共有|拥有|有)(?=\s*\d+\s*[^\d\s])",
        "amount",
    ),
    Slot("anchor:languages", "languages", "", "", "language", plural=True),
    Slot("anchor:backends", "backends", "supports", "支持", "supports", plural=True),
    Slot("anchor:ports", "ports", "", "", "", plural=True),
    Slot("anchor:environments", "environments", "", "", "environment env envs", plural=True),
)
"""Order matters: the first wording that fits a statement wins."""

PLURAL_NAMES_TEXT = """
languages backends ports environments tags labels aliases skills hobbies interests members
dependencies features platforms databases tools frameworks libraries emails phones urls links
owners maintainers authors contributors reviewers regions clusters endpoints models providers
browsers formats notes observations relations topics keywords categories children siblings
friends languages_spoken likes dislikes allergies pets todo todos see_also
"""
PLURAL_NAMES = frozenset(PLURAL_NAMES_TEXT.split())
"""Slot names without a row that hold several values at once."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One value that a statement gives for one slot.

    `subject` is what the statement itself names before its verb (`the client uses …`), else "".
    `is_weak` marks an `f:` key, which proves nothing by itself.
    """

    key: str
    name: str
    value: str
    subject: str = ""
    lead: str = ""
    """What the claim says before the value, the wording included."""
    is_weak: bool = False
    is_plural: bool = False


def slot_name(text: str) -> str:
    """Return the comparable form of a written slot name (`Listen port` → `listen_port`)."""
    return "_".join(re.split(r"[\s_-]+", text.strip().casefold()))


_LEAD = (
    r"(?:(?:now|currently|still|today|always|already|really|officially|mostly|mainly|primarily|also"
    r"|has|have|had|we|they|it|he|she|i|the team|the project|the service|the app|the system|this"
    r"|verified that|confirmed that|we verified that|we confirmed that|verified:|confirmed:"
    r"|rumou?r has it(?: that)?|reportedly|apparently|supposedly|allegedly"
    r"|as of [\w-]+,?|since [\w-]+,?)\s+)*"
)


def prose_pattern(slot: Slot) -> re.Pattern[str]:
    """Compile the English wording of a slot into a pattern for whole statements."""
    return re.compile(
        rf"^{_LEAD}(?:(?P<subject>(?:the |our |its )?[\w.-]+(?: [\w.-]+){{0,3}}?)\s+)??"
        rf"(?:now\s+|currently\s+|still\s+|also\s+)?(?:{slot.wording})\b\s*:?\s*(?P<value>\S.*)$",
        re.IGNORECASE | re.DOTALL,
    )


def chinese_pattern(slot: Slot) -> re.Pattern[str]:
    """Compile the Chinese wording of a slot into a pattern for whole statements."""
    return re.compile(rf"^(?P<subject>[^,，。;；]{{0,12}}?)(?:{slot.chinese})\s*(?P<value>\S.*)$")


_NOT_NOW = re.compile(
    r"\b(?:will|would|should|could|might|may|must|can|cannot|can't|plan(?:s|ned|ning)?|propos\w+"
    r"|consider\w*|evaluat\w+|previously|formerly|used to|historically|originally|once|was|were|did"
    r"|does|do|don't|doesn't|not|never|no longer|stopped|if|whether|instead of|rather than|no)\b"
    r"|n't\b",
    re.IGNORECASE,
)
_NOT_NOW_CHINESE = re.compile(
    "将|会|可能|计划|打算|考虑|曾|以前|之前|原来|没有|不再|不|未|如果|是否|应该?|需要|必须|[?？]$"
)


def is_not_now(text: str) -> bool:
    """Tell whether the words before a value plan, doubt, deny, ask, or speak of the past."""
    if _NOT_NOW.search(text):
        return True
    return not text.isascii() and _NOT_NOW_CHINESE.search(text) is not None


_CHINESE_TAIL = re.compile(r"(?:端口|工作|上班|任职|负责|维护|管理|所有|执行|运行|[上里中])$")


def without_tail(value: str) -> str:
    """Return a Chinese value without the word that closes its frame (`在 … 工作`)."""
    return _CHINESE_TAIL.sub("", value.strip()).strip()


_COPULA = re.compile(
    r"^(?:the |our |its |a |an )?(?P<subject>[\w.-]+(?: [\w.-]+){0,3}?)\s+"
    r"(?:is|are|sits|lives|lands|stays|goes)\s+(?:now |currently |still )?"
    r"(?:on|in|at|with|via|through)?\s*(?P<value>\S.*)$",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"^(?P<value>[\w.+#-]+(?: [\w.+#-]+){0,3}?)\s+"
    r"(?:for|behind|under|as|holds|serves|handles|stores|keeps|carries|powers|backs|runs)\s+"
    r"(?:the |our |its |all )?(?P<subject>[\w.-]+)(?:\s.*)?$",
    re.IGNORECASE,
)


def frame_of(claim: str) -> Assertion | None:
    """Return the weak `f:<word>` assertion of a copula or preposition, or None."""
    text = claim.strip().rstrip(".。!！")
    if len(text) > 120 or _NOT_NOW.search(text):
        return None
    match = _COPULA.match(text) or _PREPOSITION.match(text)
    if match is None:
        return None
    word = match["subject"].split()[-1].lower()
    return Assertion(f"f:{word}", word, match["value"].strip(), is_weak=True)
