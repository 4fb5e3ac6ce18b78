"""Harnesses of the promise that no act is lost: kills, cut files, refusing disks (`docs/trust.md`)."""
