"""A law that is nothing but the listing in docs/adding_a_law.md, beside the project's own."""

from __future__ import annotations

import re
import sys

import pytest

from components.law import LAWS, code_of, forget
from game.base.paths import PROJECT
from systems.kernels import ENTRIES, cache
from systems.laws import read_declarations

PAGE = PROJECT / "docs" / "adding_a_law.md"


@pytest.fixture(scope="module")
def treacle(tmp_path_factory):
    """The page's law, as if its file were in the folder."""
    folder, known = tmp_path_factory.mktemp("laws"), len(ENTRIES)
    (listing,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (folder / "treacle.py").write_text(listing, encoding="utf-8")
    read_declarations(folder / "treacle.py", "treacle")
    law = LAWS["treacle"]
    assert "treacle" not in sys.modules  # what it says of itself is there without its code
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setattr(cache, "cache_folder", lambda: folder)
        code_of("treacle")
        del ENTRIES[known:]  # no set-up compiles it
    yield law
    forget(law)
    del sys.modules["treacle"]
