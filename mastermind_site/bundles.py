"""Pack a script or a style sheet and its imports into one file without comments.

A module that a script imports later (``import("./notes.js")``) is a separate file.

Each script must be an ES module with imports first and ``export`` before a function or a ``const``.
"""

import re
from pathlib import Path
from typing import IO, Any

from django.core.files.base import ContentFile

CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CSS_IMPORT = re.compile(r'@import "(\w+\.css)";')
CSS_SPACE = re.compile(r";?\s*(})\s*|\s*([{;,])\s*|(?<=:)\s+|\b0(?=\.\d)")
COMMENT = re.compile(
    r"^ *(?://[^\n]*|/\*\*.*?\*/)\n|^\s+|(?<=[;,{)]) // [^\n]*$", re.MULTILINE | re.DOTALL
)
IMPORT = re.compile(r'^import (?:([^"]+) from )?"\./(\w+)\.js";$', re.MULTILINE)
LATE_IMPORT = re.compile(r'\bimport\("\./(\w+)\.js"\)')
EXPORT = re.compile(r"^export ((?:async )?(?:function|const) (\w+))", re.MULTILINE)

# A page runs each module only once, even if two bundles contain its text.
LOADER = """\
const made = (window.modules ??= {});
const need = (name) => (made[name] ??= modules[name]());
"""


def bundle(script: Path) -> str:
    """Return the text of a script and its imports, without modules that it imports later."""
    modules = modules_of(script)
    if len(modules) == 1:
        return COMMENT.sub("", script.read_text())
    parts = "".join(map(as_function, modules))
    return f'{LOADER}const modules = {{\n{parts}}};\nneed("{script.stem}");\n'


def modules_of(script: Path) -> dict[Path, None]:
    """Return a script and all its imports, direct or not; each module comes after its imports."""
    modules: dict[Path, None] = {}
    for _, name in IMPORT.findall(script.read_text()):
        modules |= modules_of(script.with_name(f"{name}.js"))
    return modules | {script: None}


def as_function(module: Path) -> str:
    """Return a module as a function that returns its exports."""
    text = COMMENT.sub("", module.read_text())
    text = IMPORT.sub(replace_import, text)
    text = LATE_IMPORT.sub(r'import("./\1.js").then(() => made.\1)', text)
    exports = ", ".join(name for _, name in EXPORT.findall(text))
    text = EXPORT.sub(r"\1", text)
    return f"{module.stem}() {{\n{text}return {{ {exports} }};\n}},\n"


def replace_import(match: re.Match[str]) -> str:
    """Return the ``const`` line that replaces an import; without names, only run the module."""
    names, module = match.groups()
    need = f'need("{module}");'
    return f"const {names.replace('* as ', '').replace(' as ', ': ')} = {need}" if names else need


def short(sheet: Path) -> str:
    """Return the text of a style sheet and its imports, without comments and needless space."""
    text = CSS_SPACE.sub(r"\1\2", CSS_COMMENT.sub("", sheet.read_text()))
    return CSS_IMPORT.sub(lambda match: short(sheet.with_name(match[1])), text).strip()


PACK = {"js": bundle, "css": short}


class Packed:
    """A storage that returns scripts as bundles, and style sheets without comments."""

    def __init__(self, storage: Any) -> None:
        self.storage = storage

    def open(self, name: str) -> IO[bytes]:
        """Return a file in the form in which it is served."""
        pack = PACK[name.partition("/")[0]]
        return ContentFile(pack(Path(self.storage.path(name))).encode())
