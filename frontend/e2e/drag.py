#!/usr/bin/python3
"""A small square in the corner of the display that can be dragged as the folder, file or web address named on the command line.

Says what befalls it, a word a line: ready, begin, accepted or refused (each time the answer of the window below changes),
and at the end dropped or failed.
"""

import pathlib
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

SIZE = 30


def say(word):
    print(word, flush=True)


class Square(Gtk.Window):
    def __init__(self, uri):
        super().__init__(type=Gtk.WindowType.POPUP)
        self.set_default_size(SIZE, SIZE)
        self.failed = False
        box = Gtk.EventBox()
        box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
        box.drag_source_add_uri_targets()
        box.connect("drag-data-get", lambda _box, _context, data, _info, _time: data.set_uris([uri]))
        box.connect("drag-begin", self.begin)
        box.connect("drag-failed", self.fail)
        box.connect("drag-end", self.end)
        self.add(box)

    def begin(self, _box, context):
        context.connect("action-changed", lambda _context, action: say("accepted" if action else "refused"))
        say("begin")

    def fail(self, _box, _context, _result):
        self.failed = True
        return True  # without the picture that flies back

    def end(self, _box, _context):
        say("failed" if self.failed else "dropped")
        Gtk.main_quit()


named = sys.argv[1]
square = Square(named if "://" in named else pathlib.Path(named).absolute().as_uri())
square.move(0, 0)
square.connect("map-event", lambda *_: say("ready"))
square.show_all()
Gtk.main()
