"""The form of the bench, as Textual shows it: 100 check boxes in a list that scrolls."""

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Checkbox


class Form(App[None]):
    def compose(self) -> ComposeResult:
        with VerticalScroll():
            for number in range(100):
                yield Checkbox(f"Option {number}")

    def on_mount(self) -> None:
        self.query(Checkbox).first().focus()


Form().run()
