"""Diagnostic codes: permanent id, title, default severity. Never reuse one; a rename goes into RENAMED.

The codes of lints are not written here: each stands over its function in `compiler/check`.
"""

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
    ("L021", "misspelt_file", "A file has nearly the name or kind of one of a game, and is not read", _W),
    ("L022", "outside_link", "A link leads out of the game's folder", _E),
    ("L024", "too_many_files", "A game has more files than any game needs", _E),
    ("L025", "twin_part", "Two files of one kind define the same thing", _E),
    ("L026", "unfit_spreadsheet", "A spreadsheet is not there, or is not CSV with a header row", _E),
    ("L027", "unfit_row", "A row of a spreadsheet has too many cells or too few, or holds a formula", _E),
    ("L028", "unlike", "A piece is like one that is not there, or like itself", _E),
    ("L030", "unfit_texts", "A PO file cannot be read, or belongs to another game", _E),
    ("L031", "untranslated", "Some texts have no translation", _N),
    ("L032", "no_language", "A text is in a language that there is not", _E),
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
    ("M021", "unmeasured_picture", "The picture of a map is not there, or is none", _E),
    ("M022", "grid_off_picture", "Grid and picture of a map do not fit each other", _E),
    ("M023", "unfit_back", "A map cannot be the back of a board", _E),
)
_CHECK: tuple[tuple[str, str, str, Severity], ...] = (
    ("C001", "needless_allow", "A fault is allowed where there is none", _W),
    ("C002", "allow_without_reason", "A fault is allowed without a reason", _W),
    ("C003", "allow_of_unknown_code", "An unknown code is allowed", _W),
)
_PLAY: tuple[tuple[str, str, str, Severity], ...] = (
    ("P001", "unknown_step", "A step of the sequence is offered by no rules", _E),
    ("P002", "unknown_condition", "A condition of the sequence is offered by no rules", _E),
    ("P003", "missing_setting", "A step lacks a setting it needs", _E),
    ("P004", "unknown_setting", "A step has a setting it does not know", _E),
    ("P005", "bad_setting", "A setting of a step names nothing, or the wrong kind of thing", _E),
    ("P006", "missing_rules", "The rules package of a game is not installed", _E),
    ("P007", "missing_need", "The rules of a game look up a name its definition does not have", _E),
    ("P008", "unsound_term", "A condition, filter, amount or effect of a stock step cannot work", _E),
    ("P010", "broken_save", "A saved game cannot be read", _E),
    ("P011", "foreign_replay", "A replay was made by another build of the game", _E),
    ("P012", "illegal_script", "A script holds an answer the rules do not allow", _E),
    ("P013", "unknown_scenario", "A scenario, seat or player is not known", _E),
    ("P020", "failing_example", "A worked example does not come out as it says", _E),
    ("P021", "odd_example", "A worked example cannot be played", _E),
    ("P022", "dead_setup", "A setup cannot be played from its first question", _E),
    ("P023", "won_at_once", "A victory holds as a setup is laid out", _W),
    ("P024", "rooted_side", "A side can move nothing in the first turns of a setup", _W),
    ("P030", "uncovered_rule", "A row of the ledger is carried by nothing", _E),
    ("P031", "unlisted_rule", "A rule is named that the ledger does not list", _E),
)
_RENDER: tuple[tuple[str, str, str, Severity], ...] = (
    ("R101", "missing_glyph", "A text has a character that no packaged font has", _E),
    ("R102", "letter_without_font", "A text has a character that no font has, and may not be drawn", _W),
    ("R201", "unreadable_art", "A picture cannot be read", _E),
    ("R202", "reaching_art", "A picture reaches out, runs a script or declares entities", _E),
    ("R203", "unfit_art", "A picture uses what flat ink cannot draw", _E),
    ("R204", "huge_art", "A picture is larger than any sheet needs", _E),
    ("R205", "absent_art", "A picture is no file inside the game's folder", _E),
    ("R206", "lines_off_grid", "The lines on the picture of a map lie beside its grid", _W),
    ("R207", "no_font", "A file called a font is none", _E),
    ("R302", "undrawn_symbol", "A face names a symbol that is not in the set", _E),
    ("R303", "long_text", "A text does not fit its card", _E),
    ("R304", "small_type", "A text on a counter is too small to read", _W),
    ("R305", "unsafe_edge", "A letter, number or crest of a counter stands where the knife may cut", _W),
    ("R306", "undrawn_picture", "A card names a picture that is not in the set", _E),
    ("R307", "scene_fault", "The picture of the game cannot be drawn", _E),
    ("R308", "covered_letters", "A letter or number of a counter is covered by what is drawn after it", _W),
    ("R401", "overlapping_names", "Two names overlap on a map", _E),
    ("R402", "name_off_sheet", "A name leaves the sheet of its map", _E),
    ("R403", "no_room_for_name", "A name finds no place on its map", _E),
    ("R404", "unknown_map_style", "The map style names what the map does not have", _E),
    ("R405", "covered_line", "A line that the rules read is covered on a map", _E),
)
_EMIT: tuple[tuple[str, str, str, Severity], ...] = (
    ("E001", "lock_not_kept", "The numbers of new pieces cannot be written down", _E),
    ("E002", "unwritable_file", "A file cannot be written", _E),
    ("E003", "folder_in_use", "Another build is writing to the same folder", _E),
    ("E004", "faulty_output", "Our own lint finds a fault in what was built", _E),
    ("E005", "unfinished_folder", "What a build that was cut off began cannot be completed", _E),
    ("E006", "misprint", "Players would read in a module what only a programmer can", _E),
    ("E101", "unspeakable_numbers", "VASSAL cannot number the hexes of a map as the rulebook does", _E),
    ("E201", "save_of_another_build", "A save was made with another build of its module", _W),
    ("E301", "unfit_component", "module.yaml asks for what VASSAL does not have, or of another type", _E),
    ("E302", "hidden_part", "module.yaml would hide or replace what we made", _E),
    ("E303", "absent_file", "A file that module.yaml adds is not there", _E),
    ("E401", "piece_larger_than_paper", "A piece does not fit on the paper", _E),
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
    ("E920", "not_to_be_done_in_vassal", "Something a player should be able to do cannot be done", _E),
    ("E921", "untold_in_vassal", "The chat does not say what happened", _E),
    ("E922", "other_outcome_in_vassal", "What a player did had another outcome than the game says", _E),
    ("E923", "not_restored_in_vassal", "Undo, a save or a log does not bring the table back", _E),
    ("E924", "secret_told_in_vassal", "A player can tell what is hidden from him", _E),
    ("E925", "misprint_in_vassal", "The chat or a menu shows what no player should read", _E),
    ("E926", "complaint_in_play", "VASSAL complains about something a player did", _E),
    ("E927", "endless_act_in_vassal", "Something a player did does not come to an end", _E),
)
_ARCHIVE: tuple[tuple[str, str, str, Severity], ...] = (
    ("A001", "broken_archive", "The file is no readable zip archive", _E),
    ("A002", "archive_bomb", "The archive unpacks to far more than a module needs", _E),
    ("A003", "unsafe_entry_name", "An entry's name leads out of the archive", _E),
    ("A004", "duplicate_entry", "Two entries of the archive have the same name", _E),
    ("A005", "encrypted_entry", "An entry is encrypted", _E),
    ("A006", "too_many_entries", "The archive has too many entries", _E),
    ("A007", "damaged_entry", "An entry's content is damaged", _E),
    ("A008", "missing_entry", "The archive lacks an entry VASSAL needs", _E),
    ("A009", "broken_xml", "An XML file is not well formed", _E),
    ("A010", "xml_entities", "An XML file declares a document type or entities", _E),
    ("A011", "xml_too_big", "An XML file has too many elements", _E),
    ("A012", "broken_stream", "The command stream of a save cannot be read", _E),
    ("A013", "unwritable_character", "A text holds a character XML cannot", _E),
    ("A014", "unknown_compression", "An entry is compressed in a way VASSAL cannot read", _E),
    ("A015", "unopenable_file", "The file cannot be opened", _E),
    ("A016", "foreign_build_file", "A build file that is not one of VASSAL's", _E),
    ("A101", "image_not_in_module", "An image a module shows is not in it", _E),
    ("A102", "image_used_nowhere", "An image in a module is used nowhere", _N),
    ("A103", "unknown_prototype", "A piece uses a prototype that does not exist", _E),
    ("A104", "prototype_loop", "Prototypes contain each other", _E),
    ("A105", "duplicate_gpid", "Two pieces have the same gpid", _E),
    ("A106", "inconsistent_gpid", "Gpids of slot, piece and module do not agree", _W),
    ("A107", "unsent_command", "A command nobody can give", _W),
    ("A108", "unheard_command", "A command nobody answers", _W),
    ("A109", "unparsable_expression", "An expression that does not parse", _E),
    ("A110", "unset_property", "A property that is read and never set", _W),
    ("A111", "silent_piece", "A piece that changes in play without a report", _N),
    ("A112", "stale_setup", "A setup with pieces the module no longer has", _W),
    ("A113", "missing_setup", "A predefined setup without its save", _E),
    ("A114", "oversized_image", "An image too large for many players", _W),
    ("A115", "dead_map", "A map without a part it cannot do without", _E),
    ("A116", "late_options", "Global options after the first map", _E),
    ("A117", "unreadable_piece", "A piece definition that cannot be taken apart", _E),
    ("A118", "missing_file", "A help file, chart or sound that is not in the module", _E),
    ("A119", "unknown_place", "A map, board or deck that does not exist", _W),
    ("A120", "duplicate_name", "Two things with a name that must be unique", _W),
    ("A121", "ignored_text", "Text in a CDATA section, which VASSAL ignores", _E),
    ("A122", "player_in_setup", "A setup that holds a player and his password", _W),
    ("A124", "broken_image", "A file that is not the image its name promises", _E),
    ("A125", "old_layer", "A layer in the form of an old version", _N),
    ("A126", "incomplete_save", "A save without a command VASSAL needs", _E),
    ("A127", "undecided_boards", "Several boards and no default choice", _W),
    ("A128", "unknown_trait", "A trait neither VASSAL nor the module knows", _W),
    ("A129", "lost_menu_item", "A sub-menu that lists a command no trait offers", _W),
    ("A130", "unexpanded_prototype", "A save whose pieces still hold prototypes", _W),
    ("A131", "lost_member", "A stack or deck that lists a piece the save does not hold", _E),
    ("A132", "extension_of_another_module", "An extension is made for another module", _E),
    ("A133", "prototype_used_nowhere", "Prototypes that no piece uses", _N),
)
_VERDICT: tuple[tuple[str, str, str, Severity], ...] = ()

CODES: dict[str, Code] = {
    row[0]: Code(*row) for row in (*_LOAD, *_SCHEMA, *_MODEL, *_CHECK, *_PLAY, *_RENDER, *_EMIT, *_ARCHIVE, *_VERDICT)
}


def register(code: Code) -> Code:
    """Adds a code that is told elsewhere: those of lints stand over the functions that find their faults."""
    assert code.id not in CODES, code.id
    CODES[code.id] = code
    return code


# old code → the code that replaced it
RENAMED: dict[str, str] = {}
