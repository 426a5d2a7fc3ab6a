"""Lecture 1, a PDF deck: encoding, storage and retrieval."""

import figures
from deck import Deck
from style import MEMORY


def make(path):
    d = Deck(path, MEMORY, "Lecture 1", "Encoding, storage and retrieval", "The three stages of a memory, and what helps each of them")
    d.slide(
        "Three stages of a memory",
        boxes=[("Encoding", "What is perceived becomes a memory trace."),
               ("Storage", "The trace is kept, and consolidated over hours to years."),
               ("Retrieval", "A cue brings the trace back to mind.")],
        points=["A memory can fail at each stage: it was never encoded, it did not last, or it is there and no cue finds it.",
                "Much forgetting in an exam is a failure of retrieval: the answer comes back as soon as somebody names it."],
        key="To revise is to work on all three: encode deeply, store durably, practise retrieval.")
    d.slide(
        "Three stores: sensory, working and long-term memory",
        boxes=[("Sensory memory", "Nearly everything the senses deliver, for a moment."),
               ("Working memory", "A few chunks, for as long as they are rehearsed."),
               ("Long-term memory", "No known limit; for minutes up to a lifetime.")],
        points=["Attention moves a part of sensory memory into working memory; the rest is lost.",
                "Rehearsal keeps a chunk in working memory; elaboration, which links it to what is known, moves it into long-term memory.",
                "Retrieval brings a memory from long-term memory back into working memory."],
        source="Atkinson and Shiffrin (1968). Later work speaks of working memory where they spoke of a short-term store.")
    d.slide(
        "Encoding: deep processing beats shallow processing",
        points=["Shallow: is the word in capital letters? Does it rhyme with train?",
                "Deep: does the word fit in the sentence 'He met a ___ in the street'?",
                "Words judged for their meaning are remembered best, although nobody was told that a test would follow.",
                "The wish to learn matters little; what is done with the material matters a lot.",
                "Ask of each paragraph: why is this true, and how does it follow from what I know?"],
        source="Craik and Lockhart (1972); Craik and Tulving (1975).",
        key="What you think about is what you will remember.")
    d.slide(
        "Encoding specificity: the cue must match the trace",
        points=["A cue helps if it was part of what was encoded: a place, a mood, a neighbouring idea.",
                "Divers learned 36 words on land or under water. Those who learned and recalled under water got 11.4 words, "
                "those who learned under water and recalled on land 8.4.",
                "A repetition in 2021 did not find the effect, so do not count on sitting in the same room."],
        picture=figures.bars(MEMORY, ["recall on land", "recall under water"],
                             {"learned on land": [13.5, 8.6], "learned under water": [8.4, 11.4]}, "words recalled out of 36", 17),
        source="Godden and Baddeley (1975); Tulving and Thomson (1973); Murre (2021).",
        key="Learn with many cues, so that one of them is there in the exam.")
    d.slide(
        "Storage: consolidation takes time",
        points=["Within hours, new proteins make the changed synapses last: synaptic consolidation.",
                "Over weeks to years the neocortex takes over what the hippocampus first bound together: systems consolidation.",
                "Patient H.M. lost most of both hippocampi in an operation in 1953. He could not form new memories of facts and events, "
                "but he learned mirror drawing, day by day, without remembering that he had practised.",
                "So skills do not need the hippocampus in the way that facts and events do."],
        source="Scoville and Milner (1957); Milner (1962); Squire (2009).")
    d.slide(
        "Serial position: the first and the last are remembered best",
        points=["Primacy effect: the first items are rehearsed most, and reach long-term memory.",
                "Recency effect: the last items are still in working memory.",
                "Thirty seconds of counting backwards remove the recency effect and leave the primacy effect.",
                "Revision has many beginnings and ends when it has breaks."],
        picture=figures.serial_position(MEMORY),
        source="Murdock (1962); Glanzer and Cunitz (1966).")
    d.slide(
        "Retrieval is reconstruction",
        points=["Remembering is not replaying. Gaps are filled with what usually is the case: schemas.",
                "British readers retold a Native American story and, over time, made it shorter and more like their own stories.",
                "Asked how fast the cars went when they smashed into each other, people said 40.5 miles an hour; "
                "with the word contacted they said 31.8.",
                "Check notes against the source: a confident memory can be wrong."],
        source="Bartlett (1932); Loftus and Palmer (1974).",
        key="Each retrieval also changes the memory: it makes it stronger, or strengthens a mistake.")
    d.slide(
        "Storage strength and retrieval strength",
        points=["Storage strength: how well a memory is learned. It only grows.",
                "Retrieval strength: how easily it comes to mind now. It falls with time and with competing memories.",
                "The lower the retrieval strength at the moment of a successful retrieval, the more storage strength grows.",
                "That is why effort helps: easy repetition adds little."],
        picture=figures.strengths(MEMORY),
        source="Bjork and Bjork (1992), the new theory of disuse.")
    d.slide(
        "Summary",
        points=["Encoding: process for meaning, and link to what you know.",
                "Storage: give consolidation time, and sleep.",
                "Retrieval: practise with the cues of the exam, without the book.",
                "A memory that cannot be retrieved now may still be stored."],
        key="Next: working memory, the bottleneck through which all of this passes (Lecture 2).")
    d.save()
