"""Makes the recording, the decks and the hand-outs of the sample course in build/sample from the texts in this folder.

    apt-get install espeak-ng lame fonts-lato
    python3 -m venv env && env/bin/pip install -r requirements.txt && env/bin/python make.py

The result is committed; this runs only when a text here changes. What is text in itself is written in build/sample by hand: the
reading, the notes, and questions.jsonl, which `make demo` asks: check its pages and seconds afterwards.
"""

from pathlib import Path

import handout1
import handout2
import lecture1
import lecture2
import lecture4
import lecture5
import speech
from style import MEMORY, REVISE

SAMPLE = Path(__file__).parent.parent / "sample"


def main():
    memory, revise = SAMPLE / MEMORY.module, SAMPLE / REVISE.module
    lecture1.make(memory / "Lecture 1 - Encoding, storage and retrieval.pdf")
    lecture2.make(memory / "Lecture 2 - Working memory and cognitive load.pptx")
    speech.make(memory / "Lecture 3 - Sleep and memory.mp3", memory / "Lecture 3 - Sleep and memory.vtt")
    handout1.make(memory / "Hand-out 1 - Kinds of memory.docx")
    lecture4.make(revise / "Lecture 4 - Spacing and retrieval practice.pdf")
    lecture5.make(revise / "Lecture 5 - Interleaving and dual coding.pptx")
    handout2.make(revise / "Hand-out 2 - A revision plan.docx")


if __name__ == "__main__":
    main()
