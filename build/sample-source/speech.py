"""Lecture 3, spoken: a recording by espeak-ng and its transcript as WebVTT."""

import subprocess
import tempfile
import wave
from pathlib import Path

from style import AUTHOR, MEMORY

RATE = 22050
PAUSE = 0.35  # seconds between two cues
YEARS = {"1924": "nineteen twenty-four", "1994": "nineteen ninety-four", "2007": "two thousand and seven"}

SCRIPT = """
Welcome to lecture three, on sleep and memory.
Last time we looked at working memory, the bottleneck. Today we ask what happens after encoding, while you are asleep.
The short answer is this. Sleep does not only protect memories from interference. It actively consolidates them.
Let us begin with an old experiment. In 1924 Jenkins and Dallenbach had two students learn lists of 10 syllables.
After eight hours awake they recalled about one syllable. After eight hours asleep they recalled between five and six.
Jenkins and Dallenbach thought that sleep simply keeps other memories from interfering. That is part of the story, but not all of it.
Now, a night has several stages, and they come in cycles of about 90 minutes.
Slow-wave sleep, the deepest stage, fills much of the first half of the night. Rapid eye movement sleep, REM for short, is mostly in the second half.
During slow-wave sleep the hippocampus replays what was encoded during the day.
We know this from rats. Cells that fired together while the rat ran through a maze fire together again in sleep, as Wilson and McNaughton showed in 1994.
The replay goes together with slow waves in the neocortex, and with short bursts called sleep spindles.
Step by step, the memory comes to depend less on the hippocampus and more on the neocortex. This is the systems consolidation of lecture one.
Can we push this replay? Here is a lovely experiment from 2007, by Rasch, Büchel, Gais and Born.
People learned the places of pairs of cards, as in the game of pairs, while the smell of roses was in the air.
At night, during slow-wave sleep, some of them were given the same smell again, without waking up.
The next morning they knew 97 percent of the pairs. Without the smell in the night it was 86 percent.
The smell was a cue. It reactivated the memory during sleep. Given while awake, or in REM sleep, it did not help.
What about skills? Walker and his colleagues had people tap a sequence with their fingers as fast as they could.
After a night of sleep they were about 20 percent faster, without any practice in between. After the same number of hours awake they were not.
Sleep before learning matters too. After a night without sleep the hippocampus responds less to new material, and fewer new memories are formed.
So a night of cramming loses twice. You encode less, because you are tired, and you consolidate less, because you do not sleep.
A nap helps as well. An hour and a half with slow-wave sleep in it can do for some tasks what a night does.
Let me sum up. Slow-wave sleep replays and consolidates facts and events. Skills gain over night without practice.
And a rested brain encodes better. Next week we turn to forgetting, so please do the reading on why we forget.
"""


def _run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _clock(seconds):
    return f"{int(seconds // 3600):02}:{int(seconds // 60 % 60):02}:{seconds % 60:06.3f}"


def _wrap(text, width=60):
    """Breaks a cue into lines of about the same length."""
    words, lines = text.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)


def make(recording, transcript):
    cues, sound, at = [], b"", 0.0
    with tempfile.TemporaryDirectory() as folder:
        spoken = Path(folder, "cue.wav")
        for text in SCRIPT.strip().splitlines():
            said = text
            for year, words in YEARS.items():
                said = said.replace(year, words)
            _run("espeak-ng", "-v", "en-gb", "-s", "158", "-g", "3", "-w", str(spoken), said)
            with wave.open(str(spoken)) as cue:
                assert (cue.getframerate(), cue.getnchannels(), cue.getsampwidth()) == (RATE, 1, 2)
                frames = cue.readframes(cue.getnframes())
            length = len(frames) / 2 / RATE
            cues.append((at, at + length, text))
            sound += frames + b"\0\0" * int(PAUSE * RATE)
            at = len(sound) / 2 / RATE
        whole = Path(folder, "lecture.wav")
        with wave.open(str(whole), "wb") as out:
            out.setframerate(RATE)
            out.setnchannels(1)
            out.setsampwidth(2)
            out.writeframes(sound)
        _run("lame", "--quiet", "-m", "m", "-b", "32", "--tt", "Sleep and memory", "--tl", MEMORY.module,
             "--ta", AUTHOR, str(whole), str(recording))
    lines = ["WEBVTT", "", "NOTE Lecture 3, Sleep and memory", ""]
    for number, (start, end, text) in enumerate(cues, 1):
        lines += [str(number), f"{_clock(start)} --> {_clock(end)}", _wrap(text), ""]
    transcript.write_text("\n".join(lines), encoding="utf-8")
