"""Which lines state something and which only tell, show, list or link."""

from __future__ import annotations

import re

_IMPERATIVES_TEXT = """
abort accept access account activate adapt add address adhere adjust adopt aim align allow
always amend analyze announce annotate answer append apply approve archive ask assert assign
assume assure attach attempt audit authenticate authorize avoid await back backup balance be
begin benchmark bind block break bring browse build bump bundle bypass cache calculate call
cancel capture cast catch categorize centralize change check choose cite clarify classify clean
clear click clone close collect combine come comment commit communicate compare compile
complete compose compute configure confirm connect consider consolidate construct consult
contact continue contribute convert copy correct count cover create cross-check cut debug
declare decide decode decouple dedupe deduplicate default defer define delegate delete deliver
deploy deprecate derive describe design destroy detect determine develop diff disable discard
discuss dispatch display distinguish dive do document don't dont double-check download draft
draw drive drop dry dump duplicate edit elevate eliminate embed embrace emit emphasize employ
enable encapsulate encode encourage end enforce engage enhance enrich ensure enter escape
establish estimate evaluate examine exclude execute exercise exit expand expect explain explore
export expose express extend extract factor fail familiarize favor favour feed fetch fill
filter find finish fix flag flatten focus follow force fork format forward free generate get
give go grep group guard guide halt handle hide highlight hit hold honor hook host identify
ignore implement import improve include incorporate increase increment indent indicate infer
inform inherit initialize inject inline insert inspect install instantiate instead integrate
intercept introduce invalidate investigate invoke isolate iterate join jot jump justify keep
know label launch lay lead learn leave let leverage limit link lint list listen load localize
locate lock log look loop maintain make manage map mark match measure memoize mention merge
migrate mind minimize mirror mock model modify monitor mount move name navigate never nest no
normalize not note notify number obey observe obtain offer omit only open optimize optionally
order organize otherwise output overwrite override package paginate parse partition pass paste
patch pause perform persist pick pin ping place plan please point poll populate post practice
precompute prefer prefix prepare present preserve prevent print prioritize process produce
profile prompt propagate propose protect prototype provide prune publish pull purge push put
qualify query queue quote raise re-export re-read re-run reach read rebase rebuild recall
record recreate redirect reduce refactor refer reference refine refrain refresh regenerate
register reject release reload rely remain remember remind remove rename render reorder repeat
rephrase replace replicate reply report represent reproduce request require rerun research
reserve reset resolve respect respond restart restore restrict retain rethrow retrieve retry
return reuse revert review revisit rewrite roll rotate route run sanitize save say scan
schedule scope scroll search secure see select send separate serialize serve set setup shard
share ship should show shut sign simplify simulate skim skip sleep solve sort specify split
spawn spell stage standardize start state stay stick stop store stream strip strive structure
study style submit subscribe substitute suggest summarize supply suppress surface swap switch
sync synchronize tag tail take talk target teach tell terminate test think throw tidy tie time
toggle track transform translate traverse treat trigger trim truncate trust try tune turn type
understand undo unify uninstall unlock unwrap update upgrade upload use utilize validate vary
verify version view visit wait walk warn watch weigh when whenever work wrap write yield
"""
_IMPERATIVES = frozenset(_IMPERATIVES_TEXT.split())
_AMBIGUOUS_IMPERATIVES_TEXT = """
document plan project test tests host name number store version work
"""
_AMBIGUOUS_IMPERATIVES = frozenset(_AMBIGUOUS_IMPERATIVES_TEXT.split())
_MODAL = re.compile(
    r"\b(?:must|should|shall|never|always|do not|don't|dont|need to|needs to|have to|has to"
    r"|ought to"
    r"|make sure|be sure|ensure|avoid|please|required to|not allowed|is forbidden|are forbidden"
    r"|may not|cannot be)\b",
    re.IGNORECASE,
)
_MODAL_WORDS_TEXT = """
must should shall never always not don dont need needs have has ought sure ensure avoid please
required forbidden cannot
"""
_MODAL_WORDS = frozenset(_MODAL_WORDS_TEXT.split())
"""One of these words is in whatever `_MODAL` matches; looking for them is cheaper."""
_ANY_WORD = re.compile(r"\w+")
_CHINESE_RULE = re.compile(
    "^(?:请|不要|不得|不能|不可|禁止|严禁|必须|务必|始终|总是|永远|永不|切勿|避免|确保|应该?|需要?|优先|尽量|如果|当|记得|注意)"
    "|必须|务必|禁止|不得|切勿|应当|应该"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_SIGNATURE = re.compile(
    r"^[\w.`$@\[\]?*-]+\s*\??\s*:\s*`?(?:string|str|number|int|integer|float|bool|boolean|any"
    r"|void|object|dict|list|array|bytes|"
    r"null|none|undefined|unknown|never|date|datetime|uuid|text|json|Optional\b.*|Promise\b.*"
    r"|Record\b.*|Map\b.*|"
    r"List\b.*|Dict\b.*|Array\b.*|[A-Z]\w*\[\]|\w+\[\]|[A-Z]\w*<.*>|\{.*\})`?(?:\s*[|=,;(].*"
    r"|\s*[—-].*)?$",
    re.IGNORECASE,
)
_CALL = re.compile(r"^`?[\w.]+\([^)]*\)`?\s*(?:->|→|=>|:|$)")
_GLOSSARY = re.compile(
    r"^(?:\*\*)?(?:`[^`]+`(?:\s*[,/+&]\s*`[^`]+`)*|\[[^\]]*\]\([^)]*\)|[\w.-]*/[\w./*-]*"
    r"|[\w-]+\.\w{1,5}"
    r"|[~./][\w./*-]+|<[\w-]+>|\[\[[^\]]+\]\])(?:\*\*)?\s*"
    r"(?:\([^)]*\)\s*)?(?:[—–:=→]|->|=>|--?\s)"
)
_COMMAND = re.compile(
    r"^(?:[$>]\s|`{1,3}[^`]+`{1,3}[.;]?$|(?:npm|npx|pnpm|yarn|bun|pip|pipx|uv|uvx|poetry|cargo"
    r"|go|make|docker|docker-compose|kubectl"
    r"|git|gh|curl|wget|python3?|node|pytest|ruff|mypy|bash|sh|sudo|cd|ls|cp|mv|rm|mkdir|export"
    r"|source|echo|cat|terraform"
    r"|brew|apt|apt-get)\s+[\w./@-]+)",
)
_LINK_ONLY = re.compile(
    r"^(?:[-*+]\s+)?!?\[[^\]]*\]\([^)]*\)\.?$|^<?https?://\S+>?$|^@[\w./~-]+$|^\[\[[^\]]+\]\]$"
    r"|^\[[^\]]+\]:\s"
)
_STRUCK = re.compile(r"^~~.*~~[.\s]*(?:\(.*\))?$")
_LOG = re.compile(
    r"^(?:\*\*|\[|`|\()?(?:\d{4}-\d{2}-\d{2}|\d{4}/\d{2}/\d{2}|\d{1,2}:\d{2}"
    r"|\d{4}年\d{1,2}月\d{1,2}日)(?:[ T]\d{2}:\d{2}(?::\d{2})?Z?)?(?:\*\*|\]|`|\))?"
    r"(?:\s|:|：|—|–|-|\||$)"
)
_CHECKBOX = re.compile(r"^\[[ xX~/-]\](?:\s|$)|^[✅❌☐☑✔✗✓🔲⬜🚧⏳]")
_PLACEHOLDER = re.compile(r"^(?:TODO|TBD|FIXME|WIP|N/?A|none|n/a|\.\.\.|…)\b", re.IGNORECASE)


def is_instruction(text: str) -> bool:
    """Tell whether a sentence tells somebody what to do instead of stating what is."""
    bare = text.lstrip("*_`\"'([ ")
    word = _WORD.match(bare)
    if word:
        first = word.group().lower()
        if first in _IMPERATIVES and first not in _AMBIGUOUS_IMPERATIVES:
            return True
    if not text.isascii() and _CHINESE_RULE.search(bare):
        return True
    if _MODAL_WORDS.isdisjoint(_ANY_WORD.findall(bare.lower())):
        return False
    return _MODAL.search(bare) is not None


def _any_of(*patterns: re.Pattern[str]) -> re.Pattern[str]:
    """Join patterns into one, so that a line is matched once; each keeps its own case rule."""
    return re.compile(
        "|".join(
            f"(?i:{each.pattern})" if each.flags & re.IGNORECASE else f"(?:{each.pattern})"
            for each in patterns
        )
    )


_LISTING = _any_of(
    _COMMAND, _SIGNATURE, _CALL, _PLACEHOLDER, _GLOSSARY, _LINK_ONLY, _STRUCK, _LOG, _CHECKBOX
)


def is_listing(text: str) -> bool:
    """Tell whether a line is a signature, a glossary row, a command, a link or a task."""
    return _LISTING.match(text) is not None


def is_log_entry(text: str) -> bool:
    """Tell whether a line begins with a date or a time: what happened, not what holds."""
    return text[:1] in "*[`(0123456789" and _LOG.match(text) is not None


def is_struck(text: str) -> bool:
    """Tell whether a line is struck through."""
    return text[:2] == "~~" and _STRUCK.match(text) is not None


def is_task(text: str) -> bool:
    """Tell whether a line is a checklist entry."""
    return text[:1] in "[✅❌☐☑✔✗✓🔲⬜🚧⏳" and _CHECKBOX.match(text) is not None


_NOTES_TEXT = """
note notes todo fixme tip tips warning important caution example examples e.g i.e usage status
summary why how when where what who how-to how to apply context goal goals purpose result
results answer question update updates fix fixed bug issue problem solution decision rationale
reason background see also reference references link links source sources input output inputs
outputs default defaults format description name type types title date version versions author
tags tag license key value keys values step steps option options parameters params args
arguments returns return raises before after first second then finally next current state
current status key features features overview remember rule rules critical required optional
good bad do don't yes no correct wrong old new pros cons prerequisites requirements commands
command file files location path paths test tests testing build run lint deploy setup install
installation 注意 备注 说明 提示 警告 重要 示例 例如 用法 状态 总结 原因 背景 目的 结果 问题
解决 更新 参考 规则
"""
_NOTES = frozenset(_NOTES_TEXT.split())


def is_note_label(label: str) -> bool:
    """Tell whether a label announces what kind of line follows, and names no entity."""
    lowered = label.strip("*_`\"' ").casefold()
    return lowered in _NOTES or all(word in _NOTES for word in lowered.split())


_LOG_TITLE = re.compile(
    r"\b(?:change ?log|changes|changed|history|log|logs|journal|diary|progress|timeline"
    r"|releases?|milestones?"
    r"|decisions?|sessions?|recent(?:ly)?|completed|done|updates?|roadmap|backlog|todo|plan"
    r"|plans|planned|next steps?"
    r"|upcoming|sprint|phases?|past|archived?|deprecated|historical|legacy|lessons|learned"
    r"|incidents?|postmortems?"
    r"|experiments?|status|news|what's new|migrations?)\b"
    r"|\d{4}-\d{2}|^v?\d+\.\d+",
    re.IGNORECASE,
)
_LOG_TITLE_CHINESE = re.compile(
    "变更|更新|历史|日志|记录|进展|进度|里程碑|决策|会话|最近|已完成|计划|路线图|待办|版本"
)


def is_log_title(title: str) -> bool:
    """Tell whether a heading announces what happened, in order, and not what holds."""
    if _LOG_TITLE.search(title):
        return True
    return not title.isascii() and _LOG_TITLE_CHINESE.search(title) is not None
