"""Lecture 4, a PDF deck: spacing and retrieval practice."""

import figures
from deck import Deck
from style import REVISE


def make(path):
    d = Deck(path, REVISE, "Lecture 4", "Spacing and retrieval practice", "The two habits with the best evidence, and how to make them yours")
    d.slide(
        "Ten techniques, two winners",
        points=["High utility: practice testing (retrieval practice) and distributed practice (spacing).",
                "Moderate utility: interleaved practice, elaborative interrogation, self-explanation.",
                "Low utility: summarising, highlighting, the keyword mnemonic, imagery for text, rereading.",
                "Most students reread. It takes little effort, and it feels like progress."],
        source="Dunlosky, Rawson, Marsh, Nathan and Willingham (2013), a review of ten techniques.",
        key="If you change only two things: test yourself, and spread it out.")
    d.slide(
        "The spacing effect",
        points=["The same hours of study are worth more when they are spread over days than when they are massed in one session.",
                "Found in several hundred experiments, for words, facts, skills and concepts.",
                "After a gap, retrieval takes effort, and effort adds storage strength.",
                "Each session slows the forgetting that follows it."],
        picture=figures.spaced_curves(REVISE),
        source="Cepeda, Pashler, Vul, Wixted and Rohrer (2006). Dotted lines: sessions.")
    d.slide(
        "How long should the gap be?",
        points=["1,354 people learned rare facts in two sessions, with a gap in between, and were tested later.",
                "With the test 7 days after the second session, a gap of 1 day was best.",
                "With the test 35 days after it, the best gap was 11 days.",
                "With the test 70 or 350 days after it, the best gap was 21 days."],
        picture=figures.bars(REVISE, ["7", "35", "70", "350"], {"best gap": [1, 11, 21, 21]}, "best gap, days", 25, xlabel="days until the test"),
        source="Cepeda, Vul, Rohrer, Wixted and Pashler (2008).",
        key="The later the exam, the longer the gap. Too long is less harmful than too short.")
    d.slide(
        "The testing effect: recalling beats rereading",
        points=["Students read a text. Then half read it again, and half wrote down what they recalled, without any feedback.",
                "After five minutes, those who read again knew more: 81 % against 75 %.",
                "After one week, those who had recalled knew more: 56 % against 42 %."],
        picture=figures.crossing(REVISE, ["5 minutes", "2 days", "1 week"], [81, 54, 42], [75, 68, 56]),
        source="Roediger and Karpicke (2006), experiment 1.",
        key="A test is not only a measure of learning. It is a way to learn.")
    d.slide(
        "How to practise retrieval",
        points=["Close the book. Write down all you know about the topic, then compare with the source in another colour.",
                "Turn each heading into a question, and answer it aloud before you read on.",
                "Use flash cards both ways, and say the answer before you turn the card.",
                "Do past papers under exam conditions, with the clock running.",
                "Always look up what you missed: feedback keeps a mistake from being learned."],
        key="If it feels hard and you sometimes fail, you are doing it right.")
    d.slide(
        "Successive relearning: both habits together",
        points=["Session 1: recall each item until you got it right three times.",
                "Three later sessions, days apart: recall each item until you got it right once.",
                "Drop an item only after it was right at the first try in two sessions.",
                "The first session is long; each later one is shorter, since less was forgotten."],
        source="After Rawson and Dunlosky (2011).")
    d.slide(
        "Why rereading feels better than it is",
        points=["A text read twice is easy to read. We take this fluency for knowledge: the illusion of knowing.",
                "Judgements of learning made at once are poor; made after a delay, by trying to recall, they are good.",
                "Techniques that slow you down now and help later are called desirable difficulties: spacing, retrieval practice, "
                "interleaving."],
        source="Bjork (1994); Dunlosky and Nelson (1992).",
        key="Do not ask: does this look familiar? Ask: can I say it without looking?")
    d.slide(
        "One topic, four sessions",
        boxes=[("Day 0", "Learn. Close the book. Recall."), ("Day 1", "Recall first, then mend the gaps."),
               ("Day 4", "Old exam questions on it."), ("Day 11", "Mixed with other topics.")],
        points=["Each session begins with recall, before any reading.",
                "Fifteen minutes are enough for a topic from day 1 on.",
                "Write the next date on the page when you close it."])
    d.slide(
        "Summary",
        points=["Spread the hours: several short sessions on different days.",
                "Begin each session with retrieval practice, and end it with a look at what was missed.",
                "Fit the gap to the date of the exam.",
                "Trust the test, not the feeling."],
        key="Next: interleaving and dual coding (Lecture 5).")
    d.save()
