"""Ask the registry for known faults of the packages that are installed here; the status is 1 where it knows one.

A registry that tells of none, or does not answer, is said so and fails nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys

ASKED = ("--skip-editable", "--format", "json", "--progress-spinner", "off", "--timeout", "15")
SECONDS = 180


def main() -> int:
    """Audit, and say in one line what came of it; a line more for each fault."""
    try:
        done = subprocess.run(  # noqa: S603 - nothing in it comes from outside
            [sys.executable, "-m", "pip_audit", *ASKED], capture_output=True, text=True, timeout=SECONDS, check=False
        )
        packages = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError, KeyError) as problem:
        print(f"dependencies not audited: {type(problem).__name__}, the registry gave no answer")
        return 0
    known = [package for package in packages if "skip_reason" not in package]
    faults = [(package, fault) for package in known for fault in package["vulns"]]
    for package, fault in faults:
        mended = ", ".join(fault["fix_versions"]) or "nothing yet"
        print(f"{package['name']} {package['version']}: {fault['id']}, mended in {mended}")
    unknown = len(packages) - len(known)
    print(f"{len(known)} dependencies audited, {len(faults)} faults; the registry tells nothing of {unknown} others")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
