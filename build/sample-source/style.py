"""Author, colours and fonts of the sample course: one accent for each module."""

from dataclasses import dataclass
from pathlib import Path

AUTHOR = "Ibid sample course"
FONTS = Path("/usr/share/fonts/truetype/lato")
INK = "#22292F"
GREY = "#6B7680"


@dataclass(frozen=True)
class Look:
    module: str
    dark: str
    accent: str
    pale: str

    def table_row(self, number):
        """The colours of a row of a table: its ground and its words."""
        if number == 0:
            return self.dark, "#FFFFFF"
        return (self.pale if number % 2 else "#FFFFFF"), INK


MEMORY = Look("How memory works", "#12454F", "#D9682B", "#EAF2F2")
REVISE = Look("How to revise", "#3B2F6B", "#C98A12", "#EFEDF6")
