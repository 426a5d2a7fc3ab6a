"""Lecture 2, a PPTX deck with notes: working memory and cognitive load."""

from office import Slides
from style import MEMORY


def make(path):
    s = Slides(MEMORY, "Working memory and cognitive load", "Lecture 2 · How memory works",
               "Everything that is learned passes through working memory. This lecture says how narrow it is, and how to live with that.")
    s.slide("A narrow bottleneck", [
        "Working memory holds and works on what we are thinking of now.",
        "Miller (1956): seven items, plus or minus two.",
        "Cowan (2001): about four chunks, when rehearsal is prevented.",
        "Without rehearsal, a chunk is gone within half a minute.",
    ], "Peterson and Peterson (1959) showed three consonants and then had people count backwards in threes. After 18 seconds of "
       "counting fewer than one in ten of the trigrams were recalled.")
    s.slide("The parts of working memory", [
        "Two tasks for the same part disturb each other; two tasks for different parts hardly do.",
        "So listen to words and look at a picture, rather than listen to words and read other words.",
    ], "Baddeley and Hitch (1974) proposed the first three; the episodic buffer came in 2000. The word length effect belongs to the "
       "phonological loop: people can recall about as many words as they can say aloud in two seconds.",
        table=[["Part", "What it holds", "Example"],
               ["Phonological loop", "Sounds and inner speech", "Repeating a telephone number"],
               ["Visuospatial sketchpad", "Pictures and places", "Finding the way in your mind"],
               ["Central executive", "Attention: it chooses and switches", "Following one voice at a party"],
               ["Episodic buffer", "Scenes bound together from the other parts", "A story with faces and words"]])
    s.slide("Chunks: how experts seem to hold more", [
        "A chunk is a group of items with one meaning: 1066 is one chunk for a historian and four digits for others.",
        "Chess masters recall a real position after five seconds, and hardly more than beginners when the pieces stand at random.",
        "Knowledge in long-term memory makes chunks larger. Their number stays about four.",
    ], "Chase and Simon (1973) studied the chess players. The runner S.F. raised his digit span from 7 to 79 in about 230 hours of "
       "practice, by coding digits as running times; with letters his span was still 6 (Ericsson, Chase and Faloon, 1980).")
    s.slide("Cognitive load", [
        "Intrinsic load: how many things must be held together to understand this. Less with prior knowledge.",
        "Extraneous load: what the presentation adds, such as a legend far from its figure.",
        "Germane load: the effort that builds knowledge.",
        "When the sum is more than working memory can hold, learning stops.",
    ], "Sweller (1988). The three loads add up, so cutting extraneous load makes room for the germane kind. Some authors now count "
       "germane load as part of the intrinsic one.")
    s.slide("Worked examples", [
        "Beginners learn more from worked examples than from solving the same problems alone.",
        "Explain each step to yourself before you read the next one.",
        "Then leave out steps, one more each time, until you solve the whole problem.",
        "For the advanced it turns round: the expertise reversal effect.",
    ], "A beginner who searches for a solution spends working memory on the search and has little left to learn from it. "
       "Kalyuga, Ayres, Chandler and Sweller (2003) describe the expertise reversal effect.")
    s.slide("What to do with this", [
        "Take in a new topic in steps of three or four ideas.",
        "Write down intermediate results: paper has no bottleneck.",
        "Learn the words of a field first; they are the chunks of everything after.",
        "Switch off what competes for attention. Two tasks at once means switching, and each switch costs time.",
    ], "Ask the students which of the four they did last week. Next lecture: sleep, and what it does with what was encoded.")
    s.save(path)
