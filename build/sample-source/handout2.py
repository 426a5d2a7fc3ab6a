"""Hand-out 2, a DOCX with tables: a plan for revision."""

from office import Handout
from style import REVISE


def make(path):
    h = Handout(REVISE, "A revision plan", "Hand-out 2 for Lectures 4 and 5 · How to revise")
    h.text("A plan is a promise about when, not only what. It makes spacing happen by itself: what has a date is not put off.")
    h.heading("Before you start")
    h.items("Write down the date of each exam, and what kind of answers it wants: essays, problems, multiple choice.",
            "List the topics of the module, about one a lecture, and mark each one green, yellow or red after a closed-book try.",
            "Give red topics three sessions, yellow ones two and green ones one.", numbered=True)
    h.heading("A plan for one week")
    h.text("Three modules, called A, B and C. Each day has two sessions of work and one short closed-book check of an earlier day.")
    h.table([
        ["Day", "First session", "Second session", "Closed-book check (15 minutes)"],
        ["Monday", "A, topic 1", "B, topic 1", "none yet"],
        ["Tuesday", "C, topic 1", "A, topic 2", "Monday's topics"],
        ["Wednesday", "B, topic 2", "C, topic 2", "Tuesday's topics"],
        ["Thursday", "A, old questions", "B, old questions", "Monday's topics again"],
        ["Friday", "C, old questions", "A, topic 3", "Wednesday's topics"],
        ["Saturday", "Mixed problems of A, B and C", "free", "all red topics"],
        ["Sunday", "free", "Plan the next week", "none"],
    ], [2.6, 4.6, 4.2, 5.2])
    h.heading("How to plan the gaps")
    h.text("Review a topic soon after it was learned, then at growing distances. Count backwards from the exam so that the last "
           "review falls in its week.")
    h.table([
        ["Time left", "Reviews of each topic", "Last review"],
        ["One week", "After 1, 2 and 4 days", "The day before"],
        ["One month", "After 1, 4, 10 and 20 days", "In the last three days"],
        ["One term", "After 1 day, 1 week, 3 weeks, 6 weeks", "In the last week"],
    ], [3.6, 8, 5])
    h.heading("Inside a session")
    h.items("Five minutes: recall on an empty page what you know of the topic.",
            "Twenty-five minutes: work on what was missing. Ask why; draw; solve.",
            "Five minutes: recall again, and write down one question for next time.",
            "Five minutes: a break away from the screen.")
    h.heading("When the plan breaks")
    h.text("It will. Leave every seventh session empty to catch up. If you are more than three sessions behind, drop green topics "
           "first; never drop the closed-book checks, which are what the plan is for.")
    h.save(path)
