"""Figures for the decks, as pictures in the colours of their module."""

import io

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib import font_manager

from style import FONTS, GREY, INK

for font in ("Lato-Regular.ttf", "Lato-Bold.ttf"):
    font_manager.fontManager.addfont(FONTS / font)
plt.rcParams.update({
    "font.family": "Lato", "font.size": 13, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": GREY,
    "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False,
})


def _picture(fig):
    out = io.BytesIO()
    fig.savefig(out, format="png", dpi=150, bbox_inches="tight", transparent=False)
    plt.close(fig)
    out.seek(0)
    return out


def _axes(width=5.4, height=3.9):
    return plt.subplots(figsize=(width, height))


def bars(look, groups, series, ylabel, ymax=None, unit="", xlabel=""):
    """Grouped bars; series maps a name to one value for each group."""
    fig, ax = _axes()
    colours = [look.dark, look.accent]
    width = 0.8 / len(series)
    for i, (name, values) in enumerate(series.items()):
        at = [g + (i - (len(series) - 1) / 2) * width for g in range(len(groups))]
        drawn = ax.bar(at, values, width * 0.92, label=name, color=colours[i])
        ax.bar_label(drawn, labels=[f"{v:g}{unit}" for v in values], padding=2, fontsize=12)
    ax.set_xticks(range(len(groups)), groups)
    ax.set_ylabel(ylabel)
    ax.set_xlabel(xlabel)
    ax.set_ylim(0, ymax)
    ax.tick_params(axis="x", length=0)
    if len(series) > 1:
        ax.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.15), ncols=2)
    return _picture(fig)


def serial_position(look):
    fig, ax = _axes()
    recalled = [0.70, 0.58, 0.48, 0.40, 0.35, 0.31, 0.29, 0.28, 0.27, 0.27, 0.28, 0.30, 0.34, 0.42, 0.55, 0.72, 0.84, 0.92]
    delayed = recalled[:12] + [0.28, 0.28, 0.27, 0.28, 0.27, 0.28]
    ax.plot(range(1, 19), recalled, color=look.dark, lw=3, label="recalled at once")
    ax.plot(range(1, 19), delayed, color=look.accent, lw=2.5, ls="--", label="after 30 s of counting")
    ax.set_xlabel("position in the list")
    ax.set_ylabel("chance of recall (schematic)")
    ax.set_ylim(0, 1)
    ax.legend(frameon=False, loc="upper center")
    return _picture(fig)


def spaced_curves(look):
    """Forgetting after one session and after three: schematic."""
    fig, ax = _axes()
    days = [d / 10 for d in range(0, 301)]
    ax.plot(days, [2.718 ** (-d / 4) for d in days], color=GREY, lw=2, ls="--", label="one session")
    starts, strengths = [0, 3, 10], [4, 11, 40]
    for i, (start, strength) in enumerate(zip(starts, strengths)):
        end = starts[i + 1] if i + 1 < len(starts) else 30
        part = [d for d in days if start <= d <= end]
        ax.plot(part, [2.718 ** (-(d - start) / strength) for d in part], color=look.dark, lw=3,
                label="three spaced sessions" if i == 0 else None)
        ax.axvline(start, color=look.accent, lw=1.5, ls=":")
    ax.set_xlabel("days")
    ax.set_ylabel("what can be recalled (schematic)")
    ax.set_ylim(0, 1.05)
    ax.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.15), ncols=2)
    return _picture(fig)


def crossing(look, times, restudied, tested):
    fig, ax = _axes()
    ax.plot(times, restudied, color=GREY, lw=2.5, marker="o", ms=8, ls="--", label="read again")
    ax.plot(times, tested, color=look.dark, lw=3, marker="o", ms=8, label="recalled once")
    for x, (r, s) in enumerate(zip(restudied, tested)):
        ax.annotate(f"{r}%", (x, r), textcoords="offset points", xytext=(0, 10 if r > s else -20), ha="center")
        ax.annotate(f"{s}%", (x, s), textcoords="offset points", xytext=(0, 10 if s > r else -20), ha="center", color=look.dark)
    ax.set_ylim(25, 95)
    ax.set_xlim(-0.3, len(times) - 0.7)
    ax.set_ylabel("ideas recalled, %")
    ax.set_xlabel("time until the final test")
    ax.legend(frameon=False, loc="upper right")
    return _picture(fig)


def strengths(look):
    """Two strengths of a memory as a map with four corners."""
    fig, ax = _axes()
    ax.set_xlim(0, 10)
    ax.set_ylim(0, 10)
    corners = [(2.5, 7.5, "just read:\nfeels known,\nsoon gone", look.accent), (7.5, 7.5, "known well\nand in use", look.dark),
               (2.5, 2.5, "not learned", GREY), (7.5, 2.5, "old knowledge:\nslow to come,\nquickly relearned", look.dark)]
    for x, y, text, colour in corners:
        ax.text(x, y, text, ha="center", va="center", color=colour, fontsize=14)
    ax.axhline(5, color=GREY, lw=1)
    ax.axvline(5, color=GREY, lw=1)
    ax.set_xticks([1, 9], ["low", "high"])
    ax.set_yticks([1, 9], ["low", "high"])
    ax.set_xlabel("storage strength")
    ax.set_ylabel("retrieval strength")
    ax.tick_params(length=0)
    return _picture(fig)
