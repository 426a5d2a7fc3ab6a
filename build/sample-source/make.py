"""Makes the sample course in build/sample from the texts in this folder.

    apt-get install espeak-ng lame fonts-lato
    python3 -m venv env && env/bin/pip install -r requirements.txt && env/bin/python make.py

The result is committed; this runs only when a text here changes. questions.jsonl, which `make demo` asks, is written by hand: check
its pages and seconds afterwards.
"""

import shutil
from pathlib import Path

import handout1
import handout2
import lecture1
import lecture2
import lecture4
import lecture5
import speech
from style import MEMORY, REVISE

HERE = Path(__file__).parent
SAMPLE = HERE.parent / "sample"


def main():
    memory, revise = SAMPLE / MEMORY.module, SAMPLE / REVISE.module
    for folder in (memory, revise):
        folder.mkdir(parents=True, exist_ok=True)
    lecture1.make(memory / "Lecture 1 - Encoding, storage and retrieval.pdf")
    lecture2.make(memory / "Lecture 2 - Working memory and cognitive load.pptx")
    speech.make(memory / "Lecture 3 - Sleep and memory.mp3", memory / "Lecture 3 - Sleep and memory.vtt")
    handout1.make(memory / "Hand-out 1 - Kinds of memory.docx")
    shutil.copyfile(HERE / "reading.html", memory / "Reading - Why we forget.html")
    lecture4.make(revise / "Lecture 4 - Spacing and retrieval practice.pdf")
    lecture5.make(revise / "Lecture 5 - Interleaving and dual coding.pptx")
    handout2.make(revise / "Hand-out 2 - A revision plan.docx")
    shutil.copyfile(HERE / "notes.md", revise / "Notes - The week before the exam.md")


if __name__ == "__main__":
    main()
