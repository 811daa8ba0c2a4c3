"""Games of the public API: ours, and those of others by module, path or value."""

import pickle
import random
from pathlib import Path

import pytest

import paddock
import pig
from paddock.games import GAMES

PIG = Path(pig.__file__).parent


def test_our_games_are_listed() -> None:
    assert [game.id for game in paddock.games()] == list(GAMES)
    assert repr(paddock.load_game("kuhlorado")) == '<Game kuhlorado "Kuhlorado" 2 players>'


@pytest.mark.parametrize(
    "source", [pig, pig.GAME, PIG, str(PIG), PIG / "__init__.py"], ids=["module", "game", "path", "text", "file"]
)
def test_a_game_of_others_is_loaded_and_registered(source: paddock.Game) -> None:
    assert paddock.load_game(source) is pig.GAME
    assert paddock.load_game("pig") is pig.GAME
    assert paddock.games()[-1] is pig.GAME
    assert paddock.load_game(pig) is pig.GAME  # a second time


def test_a_game_of_others_is_at_home_everywhere(tmp_path: Path) -> None:
    match = paddock.Match(pig, goal=10, seed=1, names=["Ada", "Ben"])
    assert "Ada" in str(match)
    while not match.over:
        match.play(paddock.bot("uniform").choose(match))
    match.record.save(tmp_path / "pig.jsonl")
    assert paddock.Match.load(tmp_path / "pig.jsonl").winners == match.winners
    assert pickle.loads(pickle.dumps(match)).scores == match.scores
    assert paddock.simulate("pig", bots=[lambda seen: seen.legal[0], "uniform"], games=3, goal=10).games == 3
    assert paddock.simulate(pig.GAME, games=3, goal=10).games == 3
    assert paddock.Stepper(pig, goal=10).game is pig.GAME
    assert paddock.check_game(pig, option_sets=[{"goal": 10}], games=1).games == 3


def test_a_source_without_a_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no_game_here.py").write_text("GAME = 3\n")
    (tmp_path / "broken_game.py").write_text("import no_such_module\n")
    for source, sentence in (
        (random, "has no GAME"),
        (tmp_path / "no_game_here.py", "has no GAME"),
        (tmp_path / "broken_game.py", "cannot be imported: No module named"),
        (tmp_path / "nowhere", "there is no game at"),
        ("nowhere", "there is no game 'nowhere'"),
    ):
        with pytest.raises(paddock.BadOption, match=sentence):
            paddock.load_game(source)


def test_an_id_belongs_to_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pig", "paddock.games.mist")
    with pytest.raises(paddock.BadOption, match="the id 'pig' belongs to"):
        paddock.load_game(pig)


def test_a_path_must_not_take_the_name_of_another_module(tmp_path: Path) -> None:
    folder = tmp_path / "pig"
    folder.mkdir()
    (folder / "__init__.py").write_text("GAME = None\n")
    with pytest.raises(paddock.BadOption, match="the name of another module"):
        paddock.load_game(folder)
