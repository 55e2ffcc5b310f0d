"""Where a file may be that two processes lock: on a disk of this machine."""

import re
from pathlib import Path

#: File systems on which locks and shared memory of two machines do not know of each other.
NETWORK = frozenset(
    {
        "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "fuse.ceph", "fuse.davfs",
        "fuse.gcsfuse", "fuse.glusterfs", "fuse.juicefs", "fuse.rclone", "fuse.s3fs",
        "fuse.sshfs", "fuse.vmhgfs-fuse", "gfs2", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs",
        "nfs4", "ocfs2", "orangefs", "prl_fs", "smb2", "smb3", "smbfs", "vboxsf", "virtiofs",
    }
)  # fmt: skip

MOUNTS = Path("/proc/self/mountinfo")

_OCTAL = re.compile(r"\\([0-7]{3})")


def network_file_system(path: Path, mounts: str) -> str | None:
    """The kind of network file system an absolute path lies on, None on a disk of this machine.

    `mounts` is the text of `/proc/self/mountinfo`; the deepest mount point counts, and of two at
    one place the later one.
    """
    kind, depth = "", -1
    for line in mounts.splitlines():
        fields, separator, rest = line.partition(" - ")
        words = fields.split(" ")
        if not separator or len(words) < 5:
            continue
        point = Path(_OCTAL.sub(lambda found: chr(int(found[1], 8)), words[4]))
        if path.is_relative_to(point) and len(point.parts) >= depth:
            kind, depth = rest.partition(" ")[0], len(point.parts)
    return kind if kind in NETWORK else None
