"""Hand-out 1, a DOCX with tables: kinds of memory."""

from office import Handout
from style import MEMORY


def make(path):
    h = Handout(MEMORY, "Kinds of memory", "Hand-out 1 for Lectures 1 to 3 · How memory works")
    h.text("Memory is not one thing. Stores differ in how long they hold and how much; kinds of long-term memory differ in what "
           "they hold and in the parts of the brain they need. The two tables are worth learning by heart, closed-book.")
    h.heading("The stores and how long they hold")
    h.text("Durations without rehearsal. They depend on the task, so take them as orders of magnitude.")
    h.table([
        ["Store", "What it holds", "How much", "How long"],
        ["Iconic memory (sensory)", "What was seen", "Nearly the whole picture", "Less than one second"],
        ["Echoic memory (sensory)", "What was heard", "The last sounds", "Up to about four seconds"],
        ["Working memory", "What is being thought of", "About four chunks", "Up to about thirty seconds"],
        ["Long-term memory", "Facts, events, skills", "No known limit", "Minutes to a lifetime"],
    ], [4.2, 4.4, 4, 4])
    h.text("Iconic memory was measured by Sperling (1960): people saw twelve letters for a twentieth of a second. They could name "
           "about four of them, but any one row when a tone told them at once which row to read.")
    h.heading("Kinds of long-term memory")
    h.heading("Declarative memory", 2)
    h.text("Declarative memory can be put into words. Episodic memory holds events with their time and place; semantic memory holds "
           "facts and meanings without them. A fact usually starts as part of an episode and loses it with repetition.")
    h.heading("Non-declarative memory", 2)
    h.text("Non-declarative memory shows in what we do. It works without remembering when it was learned.")
    h.heading("The kinds side by side", 2)
    h.table([
        ["Kind", "What it holds", "Example", "Needs most"],
        ["Episodic", "Events", "Your first day at university", "Hippocampus"],
        ["Semantic", "Facts and meanings", "Paris is the capital of France", "Temporal neocortex"],
        ["Procedural", "Skills and habits", "Riding a bicycle", "Basal ganglia"],
        ["Priming", "Readiness for what was met before", "Reading a word faster the second time", "Neocortex"],
        ["Conditioned reflexes", "Links between signals", "Blinking before a puff of air", "Cerebellum"],
    ], [3.2, 4.4, 5.4, 3.6])
    h.heading("Two people who showed the difference")
    h.text("H.M. (Henry Molaison) could not form new declarative memories after his operation, but learned new skills. "
           "Clive Wearing, a musician, lost nearly all of his episodic memory in 1985 through encephalitis; he can still sight-read "
           "and play the piano.")
    h.heading("Check yourself")
    h.items("Which store loses its content first, and which has no known limit?",
            "Name one skill and one fact from your course, and the kind of long-term memory of each.",
            "Why could H.M. learn mirror drawing?", numbered=True)
    h.save(path)
