"""The same digest makes the same bytes: later, under another seed, in another process."""

import os
import subprocess
import sys
import time
from io import BytesIO

import pikepdf
import pytest
from fontTools.misc.timeTools import epoch_diff
from fontTools.ttLib import TTFont

from digest.bundle.executors import Inline
from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.bundle.tasks import Task
from digest.render.artifact import Rendering
from digest.render.channels import PDF
from digest.render.pdf import render
from digest.render.theme import Theme
from support.pdfs import Read, seal, smiling
from support.renderings import ROLES
from support.samples import DATA

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

#: Prints the seal of a role once the clock has reached a second.
LATER = """
import sys, time
sys.path.insert(0, sys.argv[1])
from support.pdfs import seal
while time.time() < float(sys.argv[2]):
    pass
print(seal("engineer"))
"""


def test_an_emoji_two_seconds_later_under_another_seed_is_the_same() -> None:
    begun = time.time()
    made = seal("engineer")
    for seed, zone in (("1", "UTC"), ("7", "Asia/Tokyo")):
        run = subprocess.run(
            [sys.executable, "-c", LATER, str(DATA.parent), str(begun + 2)],
            env=os.environ | {"PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == made


def test_the_font_of_an_emoji_is_dated_by_the_edition() -> None:
    digest = smiling()
    read = Read(render(digest, Theme()).content)
    streams = [
        bytes(one.FontFile2.read_bytes())
        for one in read.document.objects
        if isinstance(one, pikepdf.Dictionary) and "Emoji" in str(one.get("/FontName", ""))
    ]
    (font,) = [TTFont(BytesIO(stream)) for stream in streams]
    day = time.gmtime(font["head"].modified + epoch_diff)[:3]
    assert day == digest.masthead.dated.iso.timetuple()[:3]


def test_a_pool_makes_what_this_process_makes() -> None:
    tasks = [Task(role, "pdf", PDF.render, (smiling(role), Theme())) for role in ROLES]
    pool = Pool(2, limits=Limits(), preload=PDF.preload)
    there = pool.run(tasks, lambda _: None)
    here = Inline().run(tasks, lambda _: None)
    assert all(isinstance(one, Rendering) for one in there)
    assert there == here
