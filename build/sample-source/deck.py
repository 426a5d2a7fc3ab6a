"""Draws a PDF deck from plain data: a list of slides with text and figures."""

from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from style import AUTHOR, FONTS, GREY, INK

WIDTH, HEIGHT, MARGIN = 960, 540, 60

for name in ("Regular", "Bold", "Italic", "Light"):
    pdfmetrics.registerFont(TTFont(f"Lato-{name}", FONTS / f"Lato-{name}.ttf"))


class Deck:
    def __init__(self, path, look, lecture, title, subtitle):
        self.c = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=1)
        self.c.setTitle(title)
        self.c.setAuthor(AUTHOR)
        self.look, self.lecture, self.number = look, lecture, 0
        self._title(title, subtitle)

    def _text(self, text, x, y, width, font="Lato-Regular", size=19, colour=INK, leading=1.35):
        """Writes wrapped text with its top at y; returns the y below it."""
        self.c.setFillColor(HexColor(colour))
        self.c.setFont(font, size)
        for line in simpleSplit(text, font, size, width):
            y -= size * leading
            self.c.drawString(x, y, line)
        return y

    def _title(self, title, subtitle):
        self.number += 1
        c = self.c
        c.setFillColor(HexColor(self.look.dark))
        c.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
        c.setFillColor(HexColor(self.look.accent))
        c.rect(MARGIN, 300, 90, 6, stroke=0, fill=1)
        self._text(self.lecture, MARGIN, 372, 800, "Lato-Regular", 20, "#FFFFFF")
        y = self._text(title, MARGIN, 292, 800, "Lato-Bold", 44, "#FFFFFF", 1.2)
        self._text(subtitle, MARGIN, y - 14, 760, "Lato-Light", 22, "#FFFFFF")
        self._end(title)

    def slide(self, title, points=(), picture=None, source="", key="", boxes=()):
        """One slide: bullets on the left, a picture on the right, a key sentence below."""
        self.number += 1
        c, look = self.c, self.look
        c.setFillColor(HexColor(look.accent))
        c.rect(MARGIN, HEIGHT - 56, 44, 5, stroke=0, fill=1)
        self._text(title, MARGIN, HEIGHT - 58, WIDTH - 2 * MARGIN, "Lato-Bold", 30, look.dark)
        width = WIDTH - 2 * MARGIN if picture is None else 420
        y = HEIGHT - 122
        if boxes:
            y = self._boxes(boxes, y)
        size = 19 if picture is not None or boxes else 22
        for point in points:
            c.setFillColor(HexColor(look.accent))
            c.circle(MARGIN + 5, y - size * 0.98, 3.2, stroke=0, fill=1)
            y = self._text(point, MARGIN + 22, y, width - 22, size=size) - size * 0.58
        if picture is not None:
            image = ImageReader(picture)
            w, h = image.getSize()
            scale = min(415 / w, 315 / h)
            c.drawImage(image, WIDTH - 45 - w * scale, 110 + (310 - h * scale) / 2, w * scale, h * scale)
        if key:
            c.setFillColor(HexColor(look.pale))
            c.roundRect(MARGIN, 56, WIDTH - 2 * MARGIN, 44, 8, stroke=0, fill=1)
            self._text(key, MARGIN + 18, 91, WIDTH - 2 * MARGIN - 36, "Lato-Bold", 18, look.dark, 1.0)
        if source:
            self._text(source, MARGIN, 50, 640, "Lato-Italic", 11.5, GREY, 1.2)
        self._text(f"{look.module} · {self.lecture}", MARGIN, 28, 600, "Lato-Regular", 10.5, GREY, 1)
        c.drawRightString(WIDTH - MARGIN, 17.5, str(self.number))
        self._end(title)

    def _end(self, title):
        """Ends the page, which the outline calls by its title."""
        mark = f"p{self.number}"
        self.c.bookmarkPage(mark)
        self.c.addOutlineEntry(title, mark, 0)
        self.c.showPage()

    def _boxes(self, boxes, y):
        """A row of boxes joined by arrows: (heading, text) each."""
        c, n, gap = self.c, len(boxes), 42
        width = (WIDTH - 2 * MARGIN - gap * (n - 1)) / n
        for i, (heading, text) in enumerate(boxes):
            x = MARGIN + i * (width + gap)
            c.setFillColor(HexColor(self.look.pale))
            c.setStrokeColor(HexColor(self.look.dark))
            c.roundRect(x, y - 128, width, 124, 10, stroke=1, fill=1)
            below = self._text(heading, x + 16, y - 12, width - 32, "Lato-Bold", 20, self.look.dark)
            self._text(text, x + 16, below - 4, width - 32, "Lato-Regular", 16)
            if i + 1 < n:
                self._arrow(x + width + 6, y - 66, gap - 12)
        return y - 150

    def _arrow(self, x, y, length):
        c = self.c
        c.setStrokeColor(HexColor(self.look.accent))
        c.setFillColor(HexColor(self.look.accent))
        c.setLineWidth(3)
        c.line(x, y, x + length - 8, y)
        path = c.beginPath()
        path.moveTo(x + length, y)
        path.lineTo(x + length - 10, y + 6)
        path.lineTo(x + length - 10, y - 6)
        path.close()
        c.drawPath(path, stroke=0, fill=1)
        c.setLineWidth(1)

    def save(self):
        self.c.save()
