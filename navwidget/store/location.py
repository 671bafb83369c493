"""Where a file lies: what cannot be used as one, and whether other machines may hold it too."""

from __future__ import annotations

from pathlib import Path

from navwidget.errors import StorageError

_SIGNATURE = b"SQLite format 3\0"
_MOUNTS = Path("/proc/self/mounts")
_NETWORK = {
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "gfs2", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs3",
    "nfs4", "ocfs2", "orangefs", "prl_fs", "pvfs2", "smb2", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs", "webdav",
}  # fmt: skip
# What a program in user space mounts is as a rule somewhere else, but for these
_LOCAL_PROGRAMS = {"fuse.encfs", "fuse.exfat", "fuse.fuse-overlayfs", "fuse.gocryptfs", "fuse.mergerfs", "fuse.ntfs-3g"}


def refuse_unusable(path: Path, *, read_only: bool) -> None:
    """Say why a path can hold no store, before SQLite says it in its own words, or takes a short text for nothing."""
    try:
        reason = _reason_against(path, read_only=read_only)
    except PermissionError as error:
        reason = f"it cannot be opened ({error.strerror}): check the permissions of it and of its directory."
    if reason is not None:
        raise StorageError(str(path), reason)


def _reason_against(path: Path, *, read_only: bool) -> str | None:
    if path.is_dir():
        return "this is a directory: give the path of a file in it."
    if path.exists():
        with path.open("rb") as file:
            start = file.read(len(_SIGNATURE))
        return None if start in {b"", _SIGNATURE} else "this is no SQLite file: give the path of a store or a new one."
    if read_only:
        return "there is no such file: index documents into it before opening it read-only."
    if not path.absolute().parent.is_dir():
        return f"the directory {str(path.absolute().parent)!r} does not exist: create it first."
    return None


def network_of(path: Path, mounts: Path | None = None) -> str | None:
    """Name the type of the network file system that a file lies on; None where it is on this machine, or unknown.

    Parameters
    ----------
    path : Path
        The file.
    mounts : Path, optional
        The table of what is mounted, as Linux writes it; elsewhere there is none.
    """
    system = _file_system(path.absolute().parent.resolve(), mounts or _MOUNTS)
    remote = system in _NETWORK or (system.startswith("fuse.") and system not in _LOCAL_PROGRAMS)
    return system if remote else None


def _file_system(directory: Path, mounts: Path) -> str:
    """Type of the innermost mount that a directory is in; of two at one place the later covers the earlier."""
    if not mounts.exists():
        return ""
    found = ("", "")
    for line in mounts.read_text(errors="surrogateescape").splitlines():
        _, point, system, *_ = line.split(" ")
        point = _unescaped(point)
        if directory.is_relative_to(point) and len(point) >= len(found[0]):
            found = (point, system)
    return found[1]


def _unescaped(point: str) -> str:
    """Undo the octal escapes that stand for white space and the backslash itself."""
    for code in (r"\040", r"\011", r"\012", r"\134"):
        point = point.replace(code, chr(int(code[1:], 8)))
    return point
