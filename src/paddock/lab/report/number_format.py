"""Number format of reports."""

from math import floor, isnan, log10
from typing import Final

from paddock.lab.statistics.results import Finding
from paddock.lab.statistics.statistic_definitions import CHANCE, SHARE

MINUS: Final = "−"
UNKNOWN: Final = "–"


def places_for(margin: float) -> int:
    """Return the decimal places for an interval of this half-width: two significant digits of it, at most four places.

    >>> places_for(12.0), places_for(0.34), places_for(0.0021), places_for(0.0)
    (0, 2, 4, 2)
    """
    return 2 if margin <= 0 or isnan(margin) else min(4, max(0, 1 - floor(log10(margin))))


def number(value: float, margin: float, *, sign: bool = False) -> str:
    """Return a number with the decimal places that its margin allows.

    >>> number(-3.14159, 0.05, sign=True), number(0.25, 1.0), number(-0.0004, 0.5)
    ('−3.142', '0.2', '0.00')
    """
    if isnan(value):
        return UNKNOWN
    places = places_for(margin)
    return f"{round(value, places) + 0.0:{'+' if sign else ''}.{places}f}".replace("-", MINUS)  # + 0.0: no minus zero


def value_of(finding: Finding) -> str:
    """Return the value as text; shares are in percent.

    >>> value_of(Finding("a", "b", "c", "share", 0.2181, 0.2126, 0.2237))
    '21.81 %'
    """
    return format_value(finding.value, finding.low, finding.high, finding.kind)


def format_value(value: float, low: float, high: float, kind: str, *, sign: bool = False) -> str:
    scale = scale_of(kind)
    return number(scale * value, scale * (high - low) / 2, sign=sign) + (" %" if kind == SHARE else "")


def scale_of(kind: str) -> int:
    """Return 100 for shares and chances, which are shown in hundredths."""
    return 100 if kind in (SHARE, CHANCE) else 1


def interval_of(finding: Finding) -> str:
    """Return the interval as text.

    >>> interval_of(Finding("a", "b", "c", "share", 0.2181, 0.2126, 0.2237))
    '21.26 to 22.37'
    """
    return format_range(finding.low, finding.high, finding.kind)


def format_range(low: float, high: float, kind: str) -> str:
    scale, margin = scale_of(kind), (high - low) / 2
    return f"{number(scale * low, scale * margin)} to {number(scale * high, scale * margin)}"


def change_of(finding: Finding) -> str:
    """Return the difference from the base rules as text; shares are in percentage points.

    >>> change_of(Finding("a", "b", "c", "share", 0.5, 0.4, 0.6, 0.0073, 0.0005, 0.0144))
    '+0.73 (0.05 to 1.44)'
    """
    if finding.change is None or finding.change_low is None or finding.change_high is None:
        return ""
    low, high = finding.change_low, finding.change_high
    scaled = format_value(finding.change, low, high, finding.kind, sign=True).removesuffix(" %")
    return f"{scaled} ({format_range(low, high, finding.kind)})"


def is_significant(finding: Finding) -> bool:
    """Return whether the interval of the difference excludes zero."""
    return (
        finding.change_low is not None
        and finding.change_high is not None
        and (finding.change_low > 0 or finding.change_high < 0)
    )
