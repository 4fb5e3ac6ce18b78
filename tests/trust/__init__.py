"""Nothing is ever lost: programs killed, files cut, disks that refuse; `docs/trust.md` says how to run each."""
