"""Words that say that something ended: what was left, and the word that says so."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transition:
    """A statement's transition: its trigger as written, and the text of what it departs from."""

    trigger: str
    departed: str


_STOP = (
    r"(?=\s+(?:to|towards|into|with|by|in favou?r of|and|but|because|since|as of|on|for good|for"
    r"|after|before"
    r"|when|so|then|last|this|at the|in \d{4}|in (?:january|february|march|april|may|june|july"
    r"|august"
    r"|september|october|november|december))\b|[,;.:()，。；—]|\s--|$)"
)
_OBJECT = (
    rf"\s+(?:from\s+|the\s+|our\s+|its\s+|all\s+|using\s+|project\s+)*(?P<departed>\S.*?){_STOP}"
)
_LEFT = re.compile(
    r"\b(?P<trigger>(?<!the )(?<!top )(?<!bottom )left(?!-)|leaves|quit|departed|resigned from"
    r"|parted ways with"
    r"|(?:has |have )?(?:migrated|moved|switched|transitioned|shifted|went|cut over|ported"
    r"|converted)"
    r"(?: \w+)? (?:away from|off of|off|from)"
    r"|(?:got|gotten) rid of|dropped|ditched|abandoned|discontinued|stopped using|stopped"
    r"|ceased using|quit using"
    r"|no longer (?:uses?|works? (?:at|for|on|with)|runs? (?:on|at)|relies on|depends on|supports?"
    r"|lives? in|is (?:on|at|in|using|hosted (?:on|at|by)|owned by|deployed (?:to|on)|based in"
    r"|stored in"
    r"|maintained by|working on)|owned by|hosted (?:on|at)|listens on|stores? (?:data )?in"
    r"|deploys? to|with|on|at)"
    r"|no longer|deprecated|retired|decommissioned|sunset|phased out|removed|replaced"
    r"|swapped out|swapped"
    r"|cancell?ed|ended|shut down|terminated|closed|used to (?:use|work (?:at|for)|run on|live in)"
    r"|formerly (?:used|at|on)|previously (?:used|worked (?:at|for)|ran on)"
    r"|(?:does not|doesn't|do not|don't) use(?= \w+(?: \w+)? any ?more)|instead of|rather than)"
    + _OBJECT,
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"^(?:the |our |its |project )*(?P<departed>[\w.+#/-]+(?: [\w.+#/-]+){0,4}?)\s+"
    r"(?P<trigger>(?:is|was|were|has been|have been|got|will no longer be|is being)?\s*(?:now\s+"
    r"|since\s+|already\s+)?"
    r"(?:replaced by|replaced with|superseded by|deprecated|retired|decommissioned|sunset"
    r"|phased out"
    r"|discontinued|abandoned|cancell?ed|shut down|terminated|dropped|removed|no longer \w+"
    r"|archived|closed"
    r"|switched off|turned off|ended|is gone|moved to|migrated to|switched to))\b",
    re.IGNORECASE,
)
_CHINESE_LEFT = re.compile(
    r"(?P<trigger>不再(?:使用|用|采用|依赖|支持|运行在|部署在|托管在|存储在|就职于|任职于|在|由|住在|位于|是)?"
    r"|已?停止使用|停用了?|弃用了?|废弃了?|放弃了?|已?离开了?|离职于?|退出了?|淘汰了?|下线了?|移除了?|取消了?|替换了?|替换掉|换掉了?)"
    r"\s*(?P<departed>[^,，。;；、（(改转换]+)"
)
_CHINESE_FROM = re.compile(
    r"从\s*(?P<departed>[^,，。;；]+?)\s*(?P<trigger>迁移到|迁移至|迁到|切换到|切换为|换成|换到|改为|改成|改用|转到|转向|跳槽到|搬到"
    r"|升级到|离职|辞职|迁出|迁移出|迁走)"
)
_CHINESE_PASSIVE = re.compile(
    r"^(?P<departed>[^,，。;；]{1,24}?)\s*(?P<trigger>已经?(?:被)?(?:弃用|废弃|停用|下线|取消|终止|结束|淘汰|移除|关闭|替换"
    r"|取代)|已?经?被[^,，。;；]{1,16}(?:取代|替换|替代|淘汰)|不再(?:使用|支持|维护))"
)
_CHINESE_INSTEAD = re.compile(
    r"(?:改用|换成|采用|使用|用|以)[^,，。;；被]{1,24}?(?P<trigger>替代|取代|代替|替换)了?"
    r"\s*(?P<departed>[^,，。;；的]{1,24})"
)
_HINT = re.compile(
    r"\b(?:le(?:ft|aves)|quit|departed|resigned|parted|migrated|moved|switched|transitioned"
    r"|shifted|went"
    r"|cut over|ported|converted|rid of|dropped|ditched|abandoned|discontinued|stopped|ceased"
    r"|no longer"
    r"|deprecated|retired|decommissioned|sunset|phased|removed|replaced|swapped|cancell?ed|ended"
    r"|shut down"
    r"|terminated|closed|used to|formerly|previously|any ?more|instead of|rather than|superseded"
    r"|archived"
    r"|turned off|is gone)\b",
    re.IGNORECASE,
)
"""A word without which no English pattern can match; cheaper than the patterns themselves."""
_PLANNED = re.compile(
    r"\b(?:will|would|should|could|might|may|plan(?:s|ned|ning)?|propos\w+|consider\w*"
    r"|evaluat\w+|if|whether"
    r"|never|not(?! yet)|n't|must|want(?:s|ed)? to|going to|about to|to be)\b[^,;.]*$",
    re.IGNORECASE,
)
_PLANNED_CHINESE = re.compile(
    "计划|打算|考虑|可能|如果|是否|没有|尚未|还没|准备|将(?:会|要)?$|会$|建议|应该?|需要|必须"
)


def transition_of(claim: str) -> Transition | None:
    """Return the transition a statement reports, or None; plans and doubts report none."""
    text = " ".join(claim.split()).rstrip(".。!！")
    if text.isascii() and not _HINT.search(text):
        return None
    patterns: tuple[re.Pattern[str], ...] = (_PASSIVE, _LEFT)
    if not text.isascii():
        patterns = (_CHINESE_FROM, _CHINESE_LEFT, _CHINESE_PASSIVE, _CHINESE_INSTEAD, *patterns)
    for pattern in patterns:
        match = pattern.search(text)
        if match and not _is_planned(text, match):
            trigger = " ".join(match["trigger"].lower().split())
            return Transition(trigger, match["departed"].strip())
    return None


def _is_planned(text: str, match: re.Match[str]) -> bool:
    before = text[: match.start("trigger")]
    return bool(_PLANNED.search(before) or _PLANNED_CHINESE.search(before))


def triggered(claim: str, triggers: tuple[str, ...]) -> Transition | None:
    """Return the transition that one of a project's own trigger words reports, or None."""
    text = " ".join(claim.split()).rstrip(".。!！")
    for trigger in triggers:
        match = re.search(rf"\b(?P<trigger>{re.escape(trigger)}){_OBJECT}", text, re.IGNORECASE)
        if match and not _is_planned(text, match):
            return Transition(trigger.lower(), match["departed"].strip())
    return None
