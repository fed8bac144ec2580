"""The charts of Road to Honganji, typed here a second time from the ledger and compared cell for cell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.model.game import Game
from tests.rules.covering import covers

DRAW = "draw one more combat card"
OWN = "place one of your armies, ready, in an area you control"
GREATER = "place one army, ready, of a greater daimyo of your list (4-2) in an area it controls"
PETITION = {1: DRAW, 2: DRAW, 3: OWN, 4: OWN, 5: GREATER, 6: GREATER}
DEATH = {1: "dead", 2: "dead", 3: "flee", 4: "flee", 5: "flee", 6: "flee"}
# turn: the highest roll that ends the game at its end
GAME_END = {4: 2, 5: 4, 6: 6}
GREATER_DAIMYOS = {
    "Akechi": "Uesugi, Houjou, Honganji",
    "Shibata": "Mouri, Honganji",
    "Tokugawa": "Mouri, Honganji",
    "Hashiba": "Uesugi, Houjou",
}
ACTIONS = {
    "play event": "6-2",
    "army reinforcement": "6-3",
    "transfer placement of Oda clan armies": "6-4",
    "unit movement and combat": "6-5",
    "continued combat": "6-6",
    "discard": "6-7",
}
VICTORY_POINTS = {
    1: ("control of Miyako Azuchi", 2),
    2: ("control of each other area, Seto Sea included", 1),
    3: ("the player who defeated Oda Nobunaga (not if a greater daimyo did)", 1),
    4: ("revenge: the player who knocked out the player scoring for 3 (not if a greater daimyo did)", 1),
    5: ("fulfilling the Chief adviser to the Emperor declaration event", 1),
}
# areas, armies, generals (castles included) at the start
CLANS = {
    "Hashiba": (1, 2, 4),
    "Akechi": (1, 2, 3),
    "Shibata": (1, 2, 4),
    "Tokugawa": (1, 1, 4),
    "Mouri": (2, 4, 4),
    "Honganji": (1, 0, 3),
    "Uesugi": (1, 4, 3),
    "Houjou": (1, 3, 4),
    "Oda": (5, 5, 5),
    "Neutral": (10, 0, 10),
}
# copies, cunning
DECK = {
    "Surrounding Nobunaga": (8, 0),
    "Ashigaru Desertion": (3, 1),
    "Fortification": (3, 1),
    "Surrender of Garrison Army": (2, 1),
    "Opportunism": (2, 1),
    "Chief Adviser to the Emperor Declaration": (1, 1),
    "Slander": (1, 3),
    "Inducement": (2, 2),
    "Surprise Attack": (2, 2),
    "Great Return": (1, 1),
    "Forced March": (1, 0),
    "Charge": (2, 0),
    "Levy": (2, 0),
    "Nobunaga Orders a Transfer": (1, 1),
    "Ikki Uprising": (1, 1),
}
NAMED_CARDS = {
    "Surrounding Nobunaga": ("lets its player act with one greater daimyo from his list", "4-2, 4-6, 7"),
    "Chief Adviser to the Emperor Declaration": ("1 victory point when its conditions are met", "9-2, 9-3"),
    "Fortification": ("places a player castle, or moves one already placed", "FAQ 1, 2, 5, 6"),
    "Surrender of Garrison Army": ("concerns the four player castles", "FAQ 1"),
    "Opportunism": ("depends on generals with red names", "countersheet notes"),
}
COMPONENTS = {"rules": 1, "board": 1, "units and markers": "part of 1 countersheet", "combat cards": 32}
# name, characters, value as printed, flags: c cunning, d defending, r red name, l leader, s strategist, k castle
ROSTER = {
    "hashiba": """Hashiba Hideyoshi 羽柴秀吉 2 cl; Kuroda Kanbee 黒田官兵衛 +1 crs; Hashiba Hidenaga 羽柴秀長 1 c;
        Hachisuka Koroku 蜂須賀小六 2 -; Himeji Castle 姫路城 3 dk""",
    "akechi": """Akechi Mitsuhide 明智光秀 3 cl; Hosokawa Tadaoki 細川忠興 2 -; Hosokawa Fujitaka 細川藤孝 1 cr;
        Sakamoto Castle 坂本城 3 dk""",
    "shibata": """Shibata Katsuie 柴田勝家 3 l; Takigawa Kazumasu 滝川一益 +1 crs; Maeda Toshiie 前田利家 2 -;
        Kitano Castle 北之庄城 3 dk""",
    "tokugawa": """Tokugawa Ieyasu 徳川家康 2 cl; Honda Tadakatsu 本多忠勝 3 -; Sakakibara Yasumasa 榊原康政 2 -;
        Honda Masanobu 本多正信 1 c; Hamamatsu Castle 浜松城 3 dk""",
    "mouri": """Kikkawa Motoharu 吉川元春 2 -; Kobayakawa Takakage 小早川隆景 2 -; Mouri Terumoto 毛利輝元 2 d;
        Shimizu Muneharu 清水宗治 2 d""",
    "honganji": "Kennyo 顕如 3 d; Saika Magoichi 雑賀孫一 3 -; Shimotsuma Rairen 下間頼廉 3 d",
    "houjou": """Houjou Ujimasa 北条氏政 3 d; Houjou Ujikuni 北条氏邦 3 d; Houjou Ujiteru 北条氏照 3 d;
        Houjou Tsunashige 北条綱成 2 -""",
    "oda": """Oda Nobunaga 織田信長 3 d; Oda Nobutada 織田信忠 1 -; Niwa Nagahide 丹羽長秀 3 r;
        Matsunaga Hisahide 松永久秀 2 r; Araki Murashige 荒木村重 1 r""",
    "uesugi": "Uesugi Kenshin 上杉謙信 3 -; Uesugi Kagekatsu 上杉景勝 3 d; Naoe Kanetsugu 直江兼続 3 d",
    "neutral": """Sanada Masayuki 真田昌幸 4 d; Takeda Katsuyori 武田勝頼 3 d; Ukita Naoie 宇喜多直家 3 d;
        Chousokabe Motochika 長宗我部元親 2 d; Jinbou Nagamoto 神保長職 2 d; Yamana Hirotoyo 山名祐豊 2 d;
        Murakami Takeyoshi 村上武吉 2 d; Isshiki Yoshimichi 一色義道 2 d; Anekouji Yoritsuna 姉小路頼綱 2 d;
        Anayama Nobukimi 穴山信君 2 d""",
}
FLAGS = {"c": "cunning", "d": "defending", "r": "red_name", "l": "leader", "s": "strategist", "k": "castle"}


@pytest.fixture(scope="module")
def honganji(game_of: Callable[[str], Game]) -> Game:
    return game_of("road_to_honganji")


def rows(game: Game, table: str) -> dict[str, tuple[object, ...]]:
    """The lines of a chart by their heads."""
    found = game.tables[table]
    return {head.label: cells for head, cells in zip(found.rows.heads, found.cells, strict=True)}


@covers("road_to_honganji", "1-1-4.1")
@pytest.mark.parametrize("roll", PETITION)
def test_petition(honganji: Game, roll: int) -> None:
    assert honganji.tables["petition"].look_up("result", roll).text == PETITION[roll]


@covers("road_to_honganji", "1-1-4.1")
@pytest.mark.parametrize("roll", DEATH)
def test_death_in_battle(honganji: Game, roll: int) -> None:
    assert honganji.tables["death_in_battle"].cell("result", roll) == DEATH[roll]


@covers("road_to_honganji", "1-1-4.1", "3-5.1", "3-5.4", "3-5.5")
@pytest.mark.parametrize("turn", GAME_END)
def test_game_end(honganji: Game, turn: int) -> None:
    ends = [honganji.tables["game_end"].look_up(roll, turn).values["ends"] for roll in range(1, 7)]
    assert ends == [roll <= GAME_END[turn] for roll in range(1, 7)]


@covers("road_to_honganji", "4-2.1", "4-2.3", "4-2.4")
def test_greater_daimyos(honganji: Game) -> None:
    assert rows(honganji, "greater_daimyos") == {player: (clans,) for player, clans in GREATER_DAIMYOS.items()}
    assert honganji.constants["greater_daimyos"].value == {
        player.lower(): clans.lower().split(", ") for player, clans in GREATER_DAIMYOS.items()
    }


@covers("road_to_honganji", "6.2")
def test_actions(honganji: Game) -> None:
    assert rows(honganji, "actions") == {action: (section,) for action, section in ACTIONS.items()}


@covers("road_to_honganji", "9-2.1")
def test_victory_points(honganji: Game) -> None:
    assert rows(honganji, "victory_points") == {str(n): cells for n, cells in VICTORY_POINTS.items()}


@covers("road_to_honganji", "Map.27", "Map.28", "Map.29")
def test_clans_at_the_start(honganji: Game) -> None:
    assert rows(honganji, "clans") == CLANS


@covers("road_to_honganji", "Cards.16", "1-4.2")
def test_deck(honganji: Game) -> None:
    assert rows(honganji, "deck") == DECK
    assert {card.name.en: (card.copies, card.values["cunning"]) for card in honganji.cards.values()} == DECK


@covers("road_to_honganji", "1-4.3")
def test_cards_the_rules_mention(honganji: Game) -> None:
    assert rows(honganji, "named_cards") == NAMED_CARDS


@covers("road_to_honganji", "1.1")
def test_components(honganji: Game) -> None:
    assert rows(honganji, "components") == {name: (quantity,) for name, quantity in COMPONENTS.items()}


@covers(
    "road_to_honganji",
    "Counters.2",
    "Counters.3",
    "Counters.5",
    "Counters.6",
    "Counters.7",
    "Counters.8",
    "Counters.9",
    "Counters.10",
    "Counters.11",
    "Counters.12",
    "Counters.13",
    "Counters.15",
    "1-2-1.2",
    "1-2-1.5",
    "1-2-1-1.1",
    "1-2-1-2.1",
    "1-2-1-2.2",
    "1-2-1-3.1",
)
@pytest.mark.parametrize("clan", ROSTER)
def test_generals_carry_the_codes_of_the_counter_sheet(honganji: Game, clan: str) -> None:
    wanted = []
    for line in ROSTER[clan].split(";"):
        *name, characters, value, flags = line.split()
        wanted.append((" ".join(name), characters, value, {FLAGS[f] for f in flags if f != "-"}))
    found = []
    for general in honganji.counters.values():
        if general.kind == "general" and general.side == clan:
            flags_on = {flag for flag in FLAGS.values() if general.values[flag]}
            found.append((general.name.en, general.name.ja, general.values["printed"], flags_on))
    assert found == wanted


@covers("road_to_honganji", "1-2-1.4", "1-2-1-3.1")
def test_military_value_is_the_printed_one_and_a_strategist_commands_with_one(honganji: Game) -> None:
    for general in honganji.counters.values():
        if general.kind == "general":
            assert general.values["military"] == int(general.values["printed"])
            assert general.values["strategist"] == general.values["printed"].startswith("+")
