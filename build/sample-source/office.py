"""Builds PPTX decks and DOCX hand-outs from plain data."""

import datetime

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt as WordPt, RGBColor as WordRGB
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.shapes import MSO_SHAPE
from pptx.enum.text import MSO_ANCHOR
from pptx.util import Inches, Pt

from style import AUTHOR, GREY, INK

MADE = datetime.datetime(2026, 1, 5, 9, 0)


def rgb(colour, kind=RGBColor):
    return kind.from_string(colour.lstrip("#"))


def sign(properties, title):
    properties.title, properties.author, properties.created, properties.modified = title, AUTHOR, MADE, MADE


class Slides:
    """A 16:9 deck: bullets, one table or picture a slide, and notes."""

    def __init__(self, look, title, subtitle, notes):
        self.look = look
        self.deck = Presentation()
        self.deck.slide_width, self.deck.slide_height = Inches(13.333), Inches(7.5)
        sign(self.deck.core_properties, title)
        slide = self._new(0, title, notes)
        slide.background.fill.solid()
        slide.background.fill.fore_color.rgb = rgb(look.dark)
        head, sub = slide.shapes.title, slide.placeholders[1]
        head.left, head.top, head.width, head.height = Inches(0.9), Inches(2.4), Inches(11.5), Inches(1.3)
        sub.left, sub.top, sub.width, sub.height = Inches(0.9), Inches(3.8), Inches(11.5), Inches(1)
        sub.text = subtitle
        self._style(head.text_frame, 44, "#FFFFFF", bold=True)
        self._style(sub.text_frame, 22, "#FFFFFF")
        self._bar(slide, 0.98, 2.2)

    def _new(self, layout, title, notes):
        slide = self.deck.slides.add_slide(self.deck.slide_layouts[layout])
        slide.shapes.title.text = title
        slide.notes_slide.notes_text_frame.text = notes
        return slide

    def _bar(self, slide, left, top):
        bar = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(left), Inches(top), Inches(0.65), Inches(0.08))
        bar.fill.solid()
        bar.fill.fore_color.rgb = rgb(self.look.accent)
        bar.line.fill.background()
        bar.shadow.inherit = False

    @staticmethod
    def _style(frame, size, colour, bold=False, after=0):
        for paragraph in frame.paragraphs:
            paragraph.alignment = 1  # left
            paragraph.space_after = Pt(after)
            for run in paragraph.runs:
                run.font.name, run.font.size, run.font.bold = "Lato", Pt(size), bold
                run.font.color.rgb = rgb(colour)

    def slide(self, title, points, notes, table=None, picture=None):
        slide = self._new(1, title, notes)
        head, body = slide.shapes.title, slide.placeholders[1]
        head.left, head.top, head.width, head.height = Inches(0.8), Inches(0.75), Inches(11.7), Inches(0.8)
        head.text_frame.vertical_anchor = MSO_ANCHOR.MIDDLE
        self._style(head.text_frame, 32, self.look.dark, bold=True)
        self._bar(slide, 0.9, 0.62)
        width = 6.2 if picture is not None else 11.7
        top = 1.75 if table is None else 1.95 + 0.62 * len(table)
        body.left, body.top, body.width, body.height = Inches(0.8), Inches(top), Inches(width), Inches(7.1 - top)
        body.text = "\n".join(points)
        self._style(body.text_frame, 20 if table or picture else 26, INK, after=12)
        if table is not None:
            self._table(slide, table)
        if picture is not None:
            slide.shapes.add_picture(picture, Inches(7.3), Inches(1.8), width=Inches(5.4))

    def _table(self, slide, rows):
        frame = slide.shapes.add_table(len(rows), len(rows[0]), Inches(0.9), Inches(1.75), Inches(11.5), Inches(0.55 * len(rows)))
        for r, row in enumerate(rows):
            ground, words = self.look.table_row(r)
            for c, text in enumerate(row):
                cell = frame.table.cell(r, c)
                cell.text = text
                cell.vertical_anchor = MSO_ANCHOR.MIDDLE
                cell.fill.solid()
                cell.fill.fore_color.rgb = rgb(ground)
                self._style(cell.text_frame, 18, words, bold=r == 0)

    def save(self, path):
        self.deck.save(str(path))


class Handout:
    """An A4 hand-out with headings, paragraphs, lists and tables."""

    def __init__(self, look, title, subtitle):
        self.look = look
        self.doc = Document()
        sign(self.doc.core_properties, title)
        section = self.doc.sections[0]
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        section.left_margin = section.right_margin = Cm(2.2)
        section.top_margin = section.bottom_margin = Cm(2)
        self._font("Normal", 11, INK)
        self._font("Title", 26, look.dark)
        self._font("Heading 1", 16, look.dark)
        self._font("Heading 2", 12.5, look.accent)
        self.doc.add_paragraph(title, style="Title")
        line = self.doc.add_paragraph()
        run = line.add_run(subtitle)
        run.italic = True
        run.font.color.rgb = rgb(GREY, WordRGB)

    def _font(self, style, size, colour):
        s = self.doc.styles[style]
        s.font.name, s.font.size = "Lato", WordPt(size)
        s.font.color.rgb = rgb(colour, WordRGB)
        fonts = s.element.get_or_add_rPr().get_or_add_rFonts()
        for name in ("w:ascii", "w:hAnsi", "w:cs", "w:eastAsia"):
            fonts.set(qn(name), "Lato")
        for name in ("w:asciiTheme", "w:hAnsiTheme", "w:cstheme", "w:eastAsiaTheme"):
            fonts.attrib.pop(qn(name), None)
        s.paragraph_format.space_after = WordPt(6)

    def heading(self, text, level=1):
        self.doc.add_heading(text, level)

    def text(self, *paragraphs):
        for paragraph in paragraphs:
            self.doc.add_paragraph(paragraph)

    def items(self, *items, numbered=False):
        for item in items:
            self.doc.add_paragraph(item, style="List Number" if numbered else "List Bullet")

    def table(self, rows, widths):
        table = self.doc.add_table(len(rows), len(rows[0]))
        table.autofit = False
        for column, width in zip(table.columns, widths):
            column.width = Cm(width)
        self._borders(table)
        for r, row in enumerate(rows):
            ground, words = self.look.table_row(r)
            for c, text in enumerate(row):
                cell = table.cell(r, c)
                cell.width = Cm(widths[c])
                paragraph = cell.paragraphs[0]
                paragraph.alignment = WD_ALIGN_PARAGRAPH.LEFT
                paragraph.paragraph_format.space_before = paragraph.paragraph_format.space_after = WordPt(3)
                run = paragraph.add_run(text)
                run.font.size = WordPt(10)
                if r == 0:
                    run.bold = True
                    run.font.color.rgb = rgb(words, WordRGB)
                self._shade(cell, ground)
        head = OxmlElement("w:tblHeader")
        head.set(qn("w:val"), "true")
        table.rows[0]._tr.get_or_add_trPr().append(head)
        self.doc.add_paragraph()

    @staticmethod
    def _borders(table):
        borders = OxmlElement("w:tblBorders")
        for side in ("top", "bottom", "insideH"):
            line = OxmlElement(f"w:{side}")
            for name, value in (("val", "single"), ("sz", "4"), ("color", "C9D2D6")):
                line.set(qn(f"w:{name}"), value)
            borders.append(line)
        table._tbl.tblPr.append(borders)

    @staticmethod
    def _shade(cell, colour):
        shade = OxmlElement("w:shd")
        shade.set(qn("w:val"), "clear")
        shade.set(qn("w:fill"), colour.lstrip("#"))
        cell._tc.get_or_add_tcPr().append(shade)

    def save(self, path):
        self.doc.save(str(path))
