"""Colours and fonts of the sample course: one accent for each module."""

from dataclasses import dataclass
from pathlib import Path

FONTS = Path("/usr/share/fonts/truetype/lato")


@dataclass(frozen=True)
class Look:
    module: str
    dark: str
    accent: str
    pale: str


MEMORY = Look("How memory works", "#12454F", "#D9682B", "#EAF2F2")
REVISE = Look("How to revise", "#3B2F6B", "#C98A12", "#EFEDF6")

INK = "#22292F"
GREY = "#6B7680"
