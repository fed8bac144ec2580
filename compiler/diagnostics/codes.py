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
_CHECK: tuple[tuple[str, str, str, Severity], ...] = (
    ("C001", "needless_allow", "A fault is allowed where there is none", _W),
    ("C002", "allow_without_reason", "A fault is allowed without a reason", _W),
    ("C003", "allow_of_unknown_code", "An unknown code is allowed", _W),
    ("C010", "side_without_seat", "No seat runs a side in any scenario", _W),
    ("C011", "idle_seat", "No scenario seats a player here", _W),
    ("C012", "ids_alike", "Two ids differ only in case, or in underscores", _W),
    ("C014", "idle_dice", "No table or step rolls these dice", _N),
    ("C016", "twin_counter_name", "Two counters of one side and kind have the same name", _W),
    ("C017", "unsafe_name", "A name holds a sign that VASSAL reads as code", _W),
    ("C019", "no_help", "The game has no help page", _N),
    ("C021", "unknown_rule", "A datum names a rule that is not in the ledger", _E),
    ("C022", "unknown_source", "A datum names an outside source that `sources` does not explain", _W),
    ("C023", "reconstructed_data", "Some data are inferred and want a look at the printed game", _N),
    ("C024", "doubtful_reading", "The ledger holds doubtful rules, read in one way of several", _N),
    ("C201", "unreachable_space", "A space cannot be reached from the rest of the map", _W),
    ("C202", "link_to_itself", "A space is linked to itself", _E),
    ("C203", "twin_link", "Two links of one kind join the same spaces", _W),
    ("C204", "one_way_border", "An area borders another that does not border it back", _E),
    ("C205", "touching_strangers", "Two drawn areas share a border without being neighbours", _W),
    ("C206", "distant_neighbours", "Two neighbours do not touch on the drawn map", _W),
    ("C207", "overlapping_areas", "Two areas overlap", _W),
    ("C208", "space_off_board", "A space lies outside the board", _E),
    ("C209", "crowded_spaces", "Two spaces are closer together than a counter is wide", _W),
    ("C210", "unused_terrain", "A kind of terrain occurs nowhere on the map", _W),
    ("C211", "unused_space_kind", "No space is of a declared kind", _W),
    ("C212", "unused_feature", "A kind of feature lies on no hexside and no course", _W),
    ("C213", "unused_link_kind", "A kind of link joins no two spaces", _W),
    ("C214", "unused_legend_sign", "A sign of the legend occurs in no row", _W),
    ("C215", "empty_region", "A region has no spaces", _W),
    ("C216", "space_in_two_regions", "A space lies in two regions of one kind", _W),
    ("C217", "crossed_outline", "An outline crosses itself", _E),
    ("C218", "box_off_board", "A box or display sticks out of its board", _E),
    ("C219", "overlapping_boxes", "Two boxes overlap", _W),
    ("C220", "box_too_small", "A box is smaller than a counter", _W),
    ("C221", "bridge_over_nothing", "A feature cancels another that is not there", _W),
    ("C222", "label_off_board", "A label lies outside the board", _W),
    ("C223", "broken_river", "A river's hexsides do not hang together", _W),
    ("C224", "twin_place_name", "Two spaces of one kind have the same name", _W),
    ("C301", "uncut_counter", "A counter is used by no setup, pool, reinforcement, mark or track", _W),
    ("C302", "over_placed", "A scenario uses more of a counter than the mix holds", _E),
    ("C303", "unit_without_side", "A counter that is no marker has no side, while others of its kind do", _W),
    ("C304", "unused_counter_kind", "No counter is of a declared kind", _W),
    ("C305", "mark_never_cleared", "A mark is never cleared", _W),
    ("C306", "idle_mark", "A mark for counters is allowed on no kind of counter", _W),
    ("C307", "faces_alike", "Two faces of a counter are the same", _W),
    ("C308", "steps_without_faces", "A counter has more steps than faces", _W),
    ("C309", "loss_that_strengthens", "The reduced face of a counter is stronger than its front in every number that changes", _W),
    ("C312", "empty_field", "A declared field is filled by no counter or card", _W),
    ("C313", "tiny_counter", "A kind of counter is too small to handle", _W),
    ("C315", "too_few_markers", "More tracks use a marker than there are copies of it", _W),
    ("C316", "unknown_mark_value", "A scenario sets a mark to a value it does not have", _E),
    ("C317", "misplaced_mark", "A scenario puts a mark on something that cannot carry it", _E),
    ("C401", "card_number_gap", "The numbers of a kind of card have gaps", _W),
    ("C402", "twin_card_number", "Two cards of a kind have the same number", _E),
    ("C403", "wrong_card_count", "A kind of card does not have the stated number of cards", _E),
    ("C404", "homeless_card", "A card starts in no pile and no place", _W),
    ("C405", "silent_card", "A card has no effect, while others of its kind do", _W),
    ("C406", "unused_card_kind", "No card is of a declared kind", _W),
    ("C407", "piece_in_two_piles", "A card or counter starts in two piles", _E),
    ("C408", "wrong_pile_count", "A pile does not start with the stated number of pieces", _E),
    ("C409", "pile_into_itself", "A pile is discarded to, or reshuffled from, itself", _E),
    ("C410", "hand_without_seat", "A hand belongs to no seat", _W),
    ("C411", "empty_deck", "A deck or cup starts empty and is never refilled", _W),
    ("C412", "uneven_deck", "A deck holds cards of different sizes", _W),
    ("C501", "roll_without_row", "A die can show a number that no head covers", _E),
    ("C502", "value_without_head", "A value between, or at the ends of, the heads is covered by none", _E),
    ("C503", "overlapping_heads", "Two heads of a table cover the same value", _E),
    ("C504", "unsorted_heads", "The heads of a table neither rise nor fall", _W),
    ("C505", "unknown_result", "A cell holds a code that `results` does not explain", _E),
    ("C506", "unused_result", "A result occurs in no cell", _W),
    ("C507", "table_runs_backwards", "A row of a results table gets worse where the columns get better", _W),
    ("C508", "modifier_beyond_table", "Modifiers can push a roll off the table", _W),
    ("C509", "wrong_parts", "A composite cell does not have the named parts", _E),
    ("C510", "table_without_dice", "A table by die does not name its dice", _E),
    ("C513", "unreachable_row", "No roll, modified or not, can reach a head", _W),
    ("C601", "turns_never_pass", "The sequence of play does not loop over the turn track", _W),
    ("C602", "no_turn_track", "No track has the role of the turn track", _W),
    ("C605", "endless_loop", "A repeat has neither a condition nor a step that can leave it", _W),
    ("C606", "no_sequence", "The game has no sequence of play", _N),
    ("C607", "start_off_track", "A track starts at a value it does not have", _E),
    ("C608", "two_turn_tracks", "Two tracks have the role of the turn track", _E),
    ("C609", "step_without_rule", "A step names no rule, though the game has a ledger", _N),
    ("C701", "setup_on_closed_ground", "A unit is set up on ground it may not enter", _E),
    ("C702", "setup_over_stacking", "More units are set up in a space than may stack there", _E),
    ("C703", "setup_in_enemy_territory", "A seat may deploy freely in another side's territory", _W),
    ("C704", "reinforcement_out_of_time", "A reinforcement comes before the first or after the last turn", _E),
    ("C706", "short_turn_track", "A scenario is played beyond the turn track", _E),
    ("C707", "value_off_track", "A scenario starts a track at a value it does not have", _E),
    ("C708", "too_little_room", "A free placement has fewer places than counters", _E),
    ("C709", "enemies_together", "Two enemies are set up in one space", _W),
    ("C710", "no_scenario", "The game has no scenario", _W),
    ("C711", "empty_handed_seat", "A seat of a scenario gets no piece at all", _W),
    ("C712", "suggestion_out_of_bounds", "A suggested placement is none that the seat may choose", _E),
    ("C713", "setup_in_closed_space", "A piece is set up in a space that the scenario closes", _E),
    ("C714", "used_though_unused", "A counter is listed as unused and used all the same", _W),
    ("C716", "stranger_among_reinforcements", "A seat gets counters of a side it does not run", _W),
    ("C717", "too_many_steps", "A unit is set up with more steps than it has", _E),
    ("C718", "seat_taken_twice", "A scenario lists a seat twice, or two seats run one side", _E),
    ("C719", "wrong_pile_content", "A scenario puts counters into a pile of cards, or cards into a pile of counters", _E),
    ("C801", "missing_image", "A picture is not there", _E),
    ("C802", "not_an_image", "A file named as a picture is none", _E),
    ("C803", "coarse_image", "A picture is too small for its size in print", _W),
    ("C804", "huge_image", "A picture is too large for VASSAL", _E),
    ("C806", "faint_text", "Text and ground of a scheme are too close", _W),
    ("C807", "schemes_alike", "Two sides look alike, to some viewers at least, and nothing else tells them apart", _W),
    ("C808", "side_without_scheme", "A side has no colour scheme", _W),
    ("C809", "unused_scheme", "No side uses a scheme", _W),
    ("C810", "tiny_type", "A layout sets type too small to read", _W),
    ("C811", "unused_image", "A picture in `art/` is used by nothing", _W),
    ("C901", "rule_without_data", "A rule of scope data is carried by nothing in the definition", _W),
    ("C902", "rule_without_component", "A rule of scope module is shown by nothing in the definition", _W),
    ("C904", "doubt_without_reading", "A doubtful rule has no reading", _W),
    ("C905", "untestable_rule", "A rule of scope engine says nothing about how to see that it holds", _N),
    ("C951", "lock_reused", "Two ids of the lock file have one number", _E),
    ("C952", "lock_removed", "A locked id is gone from the game and not retired", _W),
    ("C953", "lock_revived", "A retired id is in use again", _E),
)
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
