"""Check a version before it gets a tag: ``make release`` runs these checks and all tests, then tags
it.

The tag is local; ``git push origin vVERSION`` publishes it. If a container engine is running, the
image of the version is built; its digest and a list of its parts are in ``dist``.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ENGINES = "podman", "docker"
PARTS = (
    ".venv/bin/python -m pip list --format=freeze | sed s/^/python:/; "
    "dpkg-query --show --showformat='debian:${Package}==${Version}\\n'"
)


def output_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def git(*words: str) -> str:
    return output_of("/usr/bin/env", "git", *words)


def engine() -> str | None:
    """Return the path of a container engine that is running; None if there is none."""
    for name in ENGINES:
        if (found := shutil.which(name)) and not subprocess.run(
            [found, "info"], capture_output=True, check=False
        ).returncode:
            return found
    return None


def build_image(version: str, folder: Path = Path("dist")) -> None:
    """Build the image of a version, list its parts, and print how to publish it."""
    if (program := engine()) is None:
        print("No container engine runs here (podman or docker): no image was built.")
        return
    name, parts = f"mastermind:{version}", folder / f"mastermind-{version}.parts"
    build = [program, "build", "--file", "deploy/Dockerfile", "--tag", name, "."]
    subprocess.run(build, check=True)
    folder.mkdir(exist_ok=True)
    parts.write_text(output_of(program, "run", "--rm", name, "sh", "-c", PARTS))
    digest = output_of(program, "image", "inspect", "--format", "{{.Id}}", name).strip()
    parts.with_suffix(".digest").write_text(f"{digest}\n")
    print(f"{name} is built: {digest}; {parts} lists its parts. To publish it:")
    print(f"  {program} tag {name} registry.example.org/{name}")
    print(f"  {program} push registry.example.org/{name}")


def main(*words: str) -> None:
    version = tomllib.loads(Path("pyproject.toml").read_text())["project"]["version"]
    begins = f"## {version} ({datetime.now(UTC):%Y-%m-%d})"
    heading = re.search(r"^## .+$", Path("CHANGELOG.md").read_text(), re.MULTILINE)
    if f"v{version}" in git("tag").split():
        sys.exit(f"v{version} is a tag already: pyproject.toml names the next version.")
    if not heading or heading[0] != begins:
        sys.exit(f'The first heading of CHANGELOG.md is not "{begins}".')
    if git("status", "--porcelain"):
        sys.exit("There are changes that are not committed.")
    if words == ("tag",):
        git("tag", "--annotate", f"v{version}", "--message", f"Mastermind {version}")
        print(f"v{version} is tagged: git push origin v{version}")
        build_image(version)


if __name__ == "__main__":
    main(*sys.argv[1:])
