"""Lecture 5, a PPTX deck with notes: interleaving and dual coding."""

import figures
from office import Slides
from style import REVISE


def make(path):
    s = Slides(REVISE, "Interleaving and dual coding", "Lecture 5 · How to revise",
               "Two more techniques: mixing the kinds of problem, and using words and pictures together.")
    s.slide("Interleaving: mix the kinds of problem", [
        "Blocked practice: all problems of one kind, then all of the next (AAA BBB CCC).",
        "Interleaved practice: the kinds are mixed (ABC BCA CAB).",
        "Students computed volumes of four solids. In practice blocking looked better; a week later the mixed group was far ahead.",
    ], "Rohrer and Taylor (2007). During practice 89 percent were right with blocks and 60 percent with mixing; on the test a week "
       "later it was 20 and 63 percent.",
        picture=figures.bars(REVISE, ["practice", "test, 1 week later"], {"blocked": [89, 20], "interleaved": [60, 63]},
                             "right answers, %", 105))
    s.slide("Why interleaving works", [
        "Each problem first asks: which kind is this? In an exam nobody tells you the chapter.",
        "Differences between kinds become visible when they stand side by side.",
        "It spaces each kind by itself.",
        "Mix what is easily confused; mixing anatomy with poetry brings nothing.",
    ], "Kornell and Bjork (2008) showed paintings by twelve artists. Interleaving helped people to recognise new paintings by the same "
       "artists, and most of them believed afterwards that blocking had helped more.")
    s.slide("Dual coding: words and pictures", [
        "What is stored as words and as a picture has two ways to be found (Paivio, 1971).",
        "Draw it: a timeline, a cycle, a graph, a map of causes. Then draw it again from memory.",
        "Put labels into the drawing, not into a legend.",
        "A decorative picture does not help. It must carry meaning.",
    ], "Mayer's multimedia principle: people learn better from words and pictures than from words alone. His redundancy principle: "
       "do not read aloud the very text that stands on the slide.")
    s.slide("Which technique for what", [
        "All of them work better with spacing between the sessions.",
    ], "The table is a summary. Elaborative interrogation means asking why; self-explanation means saying how a step follows.",
        table=[["Technique", "What to do", "Best for"],
               ["Retrieval practice", "Close the book and recall", "Facts, definitions, arguments"],
               ["Interleaving", "Shuffle the kinds of problem", "Maths, physics, diagnosis"],
               ["Dual coding", "Draw and label from memory", "Processes, structures, places"],
               ["Elaborative interrogation", "Ask why it is true", "Facts that seem arbitrary"],
               ["Self-explanation", "Explain each step aloud", "Worked examples, proofs"]])
    s.slide("A myth: learning styles", [
        "Many believe that they are visual or auditory learners, and learn best in that style.",
        "To prove it, teaching in the right style would have to beat teaching in the wrong one. It does not.",
        "Choose the form by the content: a map for geography, sound for pronunciation.",
    ], "Pashler, McDaniel, Rohrer and Bjork (2008) looked for studies with the right design. The few that exist mostly "
       "contradict the idea.")
    s.slide("Summary", [
        "Interleaving feels worse and works better, for kinds that are easily confused.",
        "Dual coding: draw it from memory, with the words inside.",
        "There are no learning styles, but there are good forms for each content.",
        "Next: the hand-out with a plan for a week.",
    ], "End with five minutes of retrieval practice: close everything and write down the three kinds of load from Lecture 2.")
    s.save(path)
