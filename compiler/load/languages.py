"""The codes of languages (ISO 639-1), so that `jp` for Japanese is told and not taken for a language nobody reads."""

from __future__ import annotations

import re

FORM = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
_CODES = (
    " aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el "
    "en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it "
    "iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt "
    "my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl "
    "sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo "
    "za zh zu "
)
# What people write for them: mostly the code of a country.
_MEANT = {
    "cn": "zh", "cz": "cs", "dk": "da", "ge": "de", "gr": "el", "il": "he", "ir": "fa", "jp": "ja", "mx": "es",
    "sp": "es", "ua": "uk", "us": "en", "vn": "vi",
}  # fmt: skip


def is_language(code: str) -> bool:
    """Whether a code is one of a language; those of three letters are taken as they are."""
    bare = code.partition("-")[0]
    return FORM.fullmatch(code) is not None and (len(bare) == 3 or f" {bare} " in _CODES)


def meant(code: str) -> str | None:
    """The language that is probably meant by a code that is none."""
    return _MEANT.get(code.partition("-")[0])
