"""The font of unseen words: every letter the same empty box, so that text can be found, copied and read aloud.

What is seen stays outlines; no face is embedded but this one, which is made here and has no shapes.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from functools import lru_cache

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

from compiler.render.content import WORD_WIDTH

NAME = "LiegeWords"
_EM = 1000
_TO_UNICODE = b"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


@lru_cache(1)
def _file() -> bytes:
    """A TrueType font with one empty glyph, always the same bytes."""
    made = FontBuilder(_EM, isTTF=True)
    made.setupGlyphOrder([".notdef"])
    made.setupCharacterMap({})
    made.setupGlyf({".notdef": Glyph()})
    made.setupHorizontalMetrics({".notdef": (int(_EM * WORD_WIDTH), 0)})
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": NAME, "styleName": "Regular", "psName": NAME})
    made.setupOS2()
    made.setupPost()
    made.font["head"].created = made.font["head"].modified = 0
    made.font.recalcTimestamp = False
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def unseen_font(add: Callable[[bytes], int], stream: Callable[[str, bytes], int]) -> int:
    """Write the font into a file; returns the number of its object. Codes are UTF-16, so every language has its own."""
    program = stream(f"/Length1 {len(_file())}", zlib.compress(_file(), 6))
    nowhere = stream("", zlib.compress(bytes(2 * 65536), 9))
    words = stream("", zlib.compress(_TO_UNICODE, 6))
    about = (f"<</Type/FontDescriptor/FontName/{NAME}/Flags 4/FontBBox[0 -200 {_EM} 800]/ItalicAngle 0/Ascent 800"
             f"/Descent -200/CapHeight 700/StemV 80/FontFile2 {program} 0 R>>")  # fmt: skip
    described = add(about.encode("ascii"))
    system, wide = "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>", int(_EM * WORD_WIDTH)
    inner = (f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{NAME}/CIDSystemInfo{system}"
             f"/FontDescriptor {described} 0 R/DW {wide}/CIDToGIDMap {nowhere} 0 R>>")  # fmt: skip
    descendant = add(inner.encode("ascii"))
    whole = (f"<</Type/Font/Subtype/Type0/BaseFont/{NAME}/Encoding/Identity-H/DescendantFonts[{descendant} 0 R]"
             f"/ToUnicode {words} 0 R>>")  # fmt: skip
    return add(whole.encode("ascii"))
