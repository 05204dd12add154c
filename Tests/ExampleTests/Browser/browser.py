"""Opens HTML files in a headless Chromium, and prints what it says about them.

    browser.py tree FILE...                                what the accessibility tree says, one line for each file
    browser.py picture FILE PNG WIDTH HEIGHT light|dark    a picture of the top of the page

Talks to Chromium over a pipe: JSON messages that end with a NUL.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="fascia-browser.")
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        self.buffer, self.serial, self.session = b"", 0, None

        def descriptors():
            # By way of higher numbers, in case 3 or 4 is one of them.
            first, second = os.dup2(commands, 30), os.dup2(answers, 31)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
             "--force-renderer-accessibility", f"--user-data-dir={self.profile}", "--remote-debugging-pipe"],
            close_fds=False, preexec_fn=descriptors, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)

    def message(self):
        while b"\0" not in self.buffer:
            part = os.read(self.answers, 1 << 16)
            if not part:
                raise SystemExit("Chromium has ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.serial += 1
        call = {"id": self.serial, "method": method, "params": params}
        if self.session:
            call["sessionId"] = self.session
        os.write(self.commands, json.dumps(call).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.serial:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, file, **device):
        self.session = None
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.call("Page.enable")
        if device:
            scheme = device.pop("scheme")
            self.call("Emulation.setDeviceMetricsOverride", deviceScaleFactor=1, mobile=device["width"] < 600, **device)
            self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url=pathlib.Path(file).resolve().as_uri())
        while self.message().get("method") != "Page.loadEventFired":
            pass

    def end(self):
        self.call("Browser.close")
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def tree(browser):
    """One object for each element that shows a node: what the accessibility tree says about it."""
    browser.call("DOM.enable")
    elements = {node["nodeId"]: node for node in browser.call("DOM.getFlattenedDocument", depth=-1)["nodes"]}
    result, names = [], {}
    for element in elements.values():
        attributes = attributes_of(element)
        if "data-node" not in attributes:
            continue
        entry, is_closed, above = None, False, elements.get(element["parentId"])
        while above:
            outer = attributes_of(above)
            entry = entry or outer.get("data-entry")
            is_closed = is_closed or above["localName"] == "details" and "open" not in outer
            above = elements.get(above.get("parentId"))
        names[element["backendNodeId"]] = {"node": attributes["data-node"], "entry": entry}
        if is_closed and element["localName"] != "summary":
            result.append({**names[element["backendNodeId"]], "role": "closed"})
    nodes = {node["nodeId"]: node for node in browser.call("Accessibility.getFullAXTree")["nodes"]}

    def value(node, name):
        return node.get(name, {}).get("value")

    def below(node):
        yield node
        for child in node.get("childIds", []):
            if child in nodes:
                yield from below(nodes[child])

    for node in nodes.values():
        if node["ignored"] or node.get("backendDOMNodeId") not in names:
            continue
        found = {**names[node["backendDOMNodeId"]]}
        found.update({key: value(node, key) for key in ("role", "name", "value", "description")})
        found.update({item["name"]: item["value"].get("value") for item in node.get("properties", [])})
        inner = list(below(node))
        found["text"] = "".join(value(each, "name") or "" for each in inner if value(each, "role") == "StaticText")
        found["selected"] = [
            value(each, "name") for each in inner if value(each, "role") == "radio"
            and any(item["name"] == "checked" and item["value"].get("value") == "true" for item in each["properties"])]
        result.append(found)
    return result


def attributes_of(element):
    return dict(zip(*[iter(element.get("attributes", []))] * 2))


def main(command, *arguments):
    browser = Browser()
    if command == "tree":
        for file in arguments:
            browser.open(file)
            print(json.dumps(tree(browser)))
    else:
        file, target, width, height, scheme = arguments
        browser.open(file, width=int(width), height=int(height), scheme=scheme)
        picture = browser.call("Page.captureScreenshot", format="png")
        pathlib.Path(target).write_bytes(base64.b64decode(picture["data"]))
    browser.end()


main(*sys.argv[1:])
