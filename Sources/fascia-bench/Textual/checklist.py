"""A list of 100 boxes to tick, as Textual shows it."""

from textual.app import App, ComposeResult
from textual.widgets import SelectionList


class Checklist(App[None]):
    def compose(self) -> ComposeResult:
        yield SelectionList(*((f"Option {number}", number) for number in range(100)))

    def on_mount(self) -> None:
        self.query_one(SelectionList).focus()


Checklist().run()
