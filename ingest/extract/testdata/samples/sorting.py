"""Two ways to sort, for the lab of week 3."""
import random


# Insertion sort takes n^2 steps at worst.
def insertion_sort(items):
    for i in range(1, len(items)):
        j = i

        # swap down
        while j > 0 and items[j - 1] > items[j]:
            items[j - 1], items[j] = items[j], items[j - 1]
            j -= 1


class Heap:
    """A binary heap."""

    @property
    def smallest(self):
        return self.items[0]
