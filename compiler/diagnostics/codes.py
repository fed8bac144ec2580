"""Every diagnostic code: permanent id, title, default severity. Never reuse one; a rename goes into RENAMED."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Severity(enum.Enum):
    """How bad: an error stops the build, a warning is most likely a mistake, a note is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        return ("error", "warning", "note").index(self.value)


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of fault: `name` reads well after the word "allow"."""

    id: str
    name: str
    title: str
    severity: Severity = Severity.ERROR


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

# One row per code: (id, name, title[, severity]). Sections by stage letter.
_LOAD: tuple[tuple[str, str, str, Severity], ...] = (
    ("L001", "unreadable_file", "A file cannot be read", _E),
    ("L002", "huge_file", "A file is larger than any game needs", _E),
    ("L003", "wrong_encoding", "A file is not UTF-8", _E),
    ("L004", "control_character", "A control character stands in a file", _E),
    ("L005", "empty_file", "A file is empty", _E),
    ("L006", "second_document", "A file holds more than one YAML document", _E),
    ("L007", "broken_yaml", "A file is not YAML", _E),
    ("L008", "layout_tab", "A tab is used to indent or align", _E),
    ("L009", "twin_key", "A key is given twice in one mapping", _E),
    ("L010", "tag", "A YAML tag is used", _E),
    ("L011", "unknown_anchor", "An alias names no anchor of its file", _E),
    ("L012", "merge_key", "A merge key is used", _E),
    ("L013", "deep_nesting", "Values are nested too deep", _E),
    ("L014", "too_many_values", "A file stands for too many values", _E),
    ("L015", "odd_key", "A key is not a text", _E),
    ("L016", "alias_in_itself", "An alias stands inside what it names", _E),
    ("L020", "no_game", "A folder is not a game", _E),
    ("L021", "unknown_file", "A file is not part of a game", _E),
    ("L022", "outside_link", "A link leads out of the game's folder", _E),
    ("L024", "too_many_files", "A game has more files than any game needs", _E),
    ("L025", "twin_part", "Two files of one kind define the same thing", _E),
)
_SCHEMA: tuple[tuple[str, str, str, Severity], ...] = (
    ("S001", "unknown_key", "A mapping has a key that its kind does not know", _E),
    ("S002", "missing_key", "A mapping lacks a key it needs", _E),
    ("S003", "wrong_type", "A value is of the wrong type", _E),
    ("S004", "unknown_choice", "A value is none of those allowed", _E),
    ("S005", "out_of_range", "A number is too small or too large", _E),
    ("S006", "wrong_form", "A text has the wrong form", _E),
    ("S007", "wrong_count", "A list, mapping or text is too short or too long", _E),
    ("S008", "twin_item", "A list holds the same item twice", _E),
    ("S009", "wrong_name", "A key has the wrong form", _E),
    ("S010", "two_forms", "A value fits more than one form", _E),
    ("S011", "lone_key", "A key needs another beside it", _E),
    ("S012", "refused_value", "A value is not allowed where it stands", _E),
)
_MODEL: tuple[tuple[str, str, str, Severity], ...] = (
    ("M001", "unknown_reference", "A name stands for nothing that is defined", _E),
    ("M002", "twin_id", "Two things have the same id", _E),
    ("M003", "unknown_field", "A key is no declared field", _E),
    ("M004", "wrong_value", "A field holds the wrong type of value", _E),
    ("M005", "value_out_of_range", "A field is outside its declared bounds", _E),
    ("M006", "missing_field", "A required field is left out", _E),
    ("M007", "unreadable_head", "A column or row head cannot be read", _E),
    ("M008", "ragged_table", "A table's cells do not fill its rows and columns", _E),
    ("M009", "ragged_map", "The rows of a map are not of one length", _E),
    ("M010", "unknown_legend_sign", "A sign on the map is not in the legend", _E),
    ("M011", "space_off_grid", "A hex is not on the grid", _E),
    ("M012", "broken_course", "A road or river runs through hexes that do not touch", _E),
    ("M013", "twin_number", "Two hexes have one number", _E),
    ("M014", "missing_place", "A space has no place on the board", _E),
    ("M015", "empty_track", "A track has no boxes", _E),
    ("M016", "wrong_folder", "A game's id is not the name of its folder", _E),
    ("M017", "missing_part", "A game lacks a file it cannot do without", _E),
    ("M018", "nowhere_to_place", "A set of spaces is empty", _E),
    ("M019", "reserved_field", "A field has the name of a key that means something else", _E),
    ("M020", "unfit_key", "A key does not fit this kind of map", _E),
)
_CHECK: tuple[tuple[str, str, str, Severity], ...] = ()
_PLAY: tuple[tuple[str, str, str, Severity], ...] = ()
_RENDER: tuple[tuple[str, str, str, Severity], ...] = (
    ("R101", "missing_glyph", "A text has a character that no packaged font has", _E),
    ("R201", "unreadable_art", "A picture cannot be read", _E),
    ("R202", "reaching_art", "A picture reaches out, runs a script or declares entities", _E),
    ("R203", "unfit_art", "A picture uses what flat ink cannot draw", _E),
    ("R204", "huge_art", "A picture is larger than any sheet needs", _E),
    ("R205", "absent_art", "A picture is no file inside the game's folder", _E),
)
_EMIT: tuple[tuple[str, str, str, Severity], ...] = (
    ("E901", "unplayable_in_vassal", "VASSAL cannot open a module or start its setup", _E),
    ("E902", "endless_in_vassal", "VASSAL does not come to an end with a module", _E),
    ("E903", "vassal_complaint", "VASSAL complains about a module", _E),
    ("E904", "file_missing_in_module", "A component names a file or image that the module lacks", _E),
    ("E905", "prototype_missing_in_module", "A prototype is missing, twice there or broken", _E),
    ("E906", "unreadable_expression", "VASSAL cannot read an expression", _E),
    ("E907", "clashing_ids_in_module", "Slots or decks of a module lack an id of their own", _E),
    ("E908", "piece_broken_in_vassal", "A piece or map breaks when VASSAL uses it", _E),
    ("E909", "setup_not_understood", "VASSAL would drop a part of a setup", _E),
    ("E910", "unseen_in_vassal", "A piece or map is in the game but nowhere to be seen", _E),
    ("E911", "misplaced_in_vassal", "VASSAL sees a piece elsewhere than the definition says", _E),
    ("E912", "absent_in_vassal", "VASSAL has no piece where the definition has one", _E),
    ("E913", "unreadable_places", "The list of expected places cannot be read", _E),
    ("E914", "unknown_setup_in_places", "The list of expected places names a setup the module lacks", _E),
)
_ARCHIVE: tuple[tuple[str, str, str, Severity], ...] = (
    ("A001", "broken_archive", "the file is no readable zip archive", _E),
    ("A002", "archive_bomb", "the archive unpacks to far more than a module needs", _E),
    ("A003", "unsafe_entry_name", "an entry's name leads out of the archive", _E),
    ("A004", "duplicate_entry", "two entries of the archive have the same name", _E),
    ("A005", "encrypted_entry", "an entry is encrypted", _E),
    ("A006", "too_many_entries", "the archive has too many entries", _E),
    ("A007", "damaged_entry", "an entry's content is damaged", _E),
    ("A008", "missing_entry", "the archive lacks an entry VASSAL needs", _E),
    ("A009", "broken_xml", "an XML file is not well formed", _E),
    ("A010", "xml_entities", "an XML file declares a document type or entities", _E),
    ("A011", "xml_too_big", "an XML file has too many elements", _E),
    ("A012", "broken_save", "the command stream of a save cannot be read", _E),
    ("A013", "unwritable_character", "a text holds a character XML cannot", _E),
    ("A014", "unknown_compression", "an entry is compressed in a way VASSAL cannot read", _E),
    ("A015", "unreadable_file", "the file cannot be opened", _E),
)
_VERDICT: tuple[tuple[str, str, str, Severity], ...] = ()

CODES: dict[str, Code] = {
    row[0]: Code(*row)
    for row in (*_LOAD, *_SCHEMA, *_MODEL, *_CHECK, *_PLAY, *_RENDER, *_EMIT, *_ARCHIVE, *_VERDICT)
}

# old code → the code that replaced it
RENAMED: dict[str, str] = {}
