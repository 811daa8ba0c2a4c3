"""Boards and sheets: shipped and generated ones have no flaws, and sentences name the flaws of bad ones."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path

import pytest

from paddock.engine.boards import grid
from paddock.engine.boards.flaws import BadGrid, Flaw, flaw, flaw_sentence
from paddock.engine.boards.grid import Square
from paddock.games.kuhlorado import sheet
from paddock.games.mmm import board

pytestmark = pytest.mark.interpreted

SIZES_PER_FOOD = {
    "easy": [(2, 2, 3, 3), (2, 2, 3, 3), (2, 3, 4), (2, 4, 4), (3, 3, 4)],
    "hard": [(2, 3, 5), (2, 3, 5), (3, 3, 4), (4, 5), (5, 5)],
    "expert": [(2, 5, 5), (3, 4, 5), (3, 5), (4, 4), (4, 5)],
}


def said(flaws: list[Flaw], sentences: Mapping[str, str]) -> str:
    """The flaws as English text."""
    return "\n".join(flaw_sentence(one, sentences) for one in flaws)


SQUARE_NAMES = [(0, 0, "a1"), (0, 7, "h1"), (7, 0, "a8"), (3, 2, "c4"), (2, 3, "d3"), (9, 25, "z10"), (98, 1, "b99")]


# What knows no game


@pytest.mark.parametrize(("row", "column", "name"), SQUARE_NAMES)
def test_square_names_are_column_letter_and_row_number(row: int, column: int, name: str) -> None:
    assert grid.square_name(row, column) == name
    assert grid.square_at(name) == (row, column)


@pytest.mark.parametrize("name", ["", "4c", "C4", "c", "4", "c0", "c04", "cc4", "c4 ", "c-1", "c100", "ä1", "c٣"])
def test_what_is_not_a_square_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(ValueError, match="like c4"):
        grid.square_at(name)


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (0, 26), (99, 0)])
def test_squares_off_every_grid_have_no_name(row: int, column: int) -> None:
    with pytest.raises(ValueError, match="from a1 to z99"):
        grid.square_name(row, column)


def test_rows_on_one_line() -> None:
    assert grid.rows_of("ab/cd") == ("ab", "cd")
    assert grid.joined(("ab", "cd")) == "ab/cd"


def test_groups_touch_side_by_side_and_never_diagonally() -> None:
    # a a b
    # b a b   the a is an L, the b at a2 and the two at the right do not touch
    assert grid.groups_of(("aab", "bab"), "ab") == [((0, 0), (0, 1), (1, 1)), ((0, 2), (1, 2)), ((1, 0),)]
    assert grid.groups_of(("ab", "ba"), "a") == [((0, 0),), ((1, 1),)]


# Files


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_typed_file_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, 'game = "mmm"\ntitle = "Mine"\ngrid = """\n\n  b b f\n\tu u f\n\n"""\n')
    assert grid.read_grid_file(path) == grid.GridFile("mmm", "Mine", ("bbf", "uuf"), "")
    assert board.resolve(str(path)) == "bbf/uuf"


def test_other_editors_write_other_ends_of_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(
        b'\xef\xbb\xbfgame = "mmm"\r\ntitle = "Mine"\r\nnote = "Ours"\r\ngrid = """\r\nbb\r\nff\r\n"""\r\n'
    )
    assert grid.read_grid_file(path) == grid.GridFile("mmm", "Mine", ("bb", "ff"), "Ours")


HEAD = 'game = "mmm"\ntitle = "Mine"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD, '"grid" is missing.'),
        ('title = "Mine"\ngrid = "b"', '"game" is missing.'),
        ('game = "mmm"\ngrid = "b"', '"title" is missing.'),
        (
            HEAD + 'grid = "b"\ncolour = "red"',
            'line 4: "colour" means nothing: the keys are game, title, note and grid.',
        ),
        (HEAD + 'grid = "b"\n[extra]\nkey = 1', '"extra" means nothing'),
        (HEAD + "grid = 7", 'line 3: "grid" must be text in quotation marks.'),
        (HEAD + 'grid = ["bb"]', 'line 3: "grid" must be text in quotation marks.'),
        (HEAD + 'grid = "b"\nnote = 1979-05-27', 'line 4: "note" must be text in quotation marks.'),
        ('game = "mmm"\ntitle = " "\ngrid = "b"', 'line 2: "title" is empty.'),
        (HEAD + 'grid = """\n  \n"""', 'line 3: "grid" is empty.'),
        ('game = "mmm"\ntitle = "a\\nb"\ngrid = "b"', 'line 2: "title" holds characters that cannot be printed'),
        (HEAD + 'grid = "b\\u001b"', 'line 3: "grid" holds characters that cannot be printed'),
        (HEAD + "grid = bb", "is not TOML: Invalid value (at line 3, column 8)."),
        (HEAD + 'title = "Twice"\n', "is not TOML: Cannot overwrite a value (at line 3"),
        pytest.param(HEAD + f"grid = {'9' * 5000}", "is not TOML: ", id="a number without end"),
        pytest.param(HEAD + f"grid = {'[' * 100_000}", "is not TOML: ", id="brackets without end"),
    ],
)
def test_a_bad_file_is_told_what_is_wrong_and_where(tmp_path: Path, text: str, sentence: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(BadGrid) as refusal:
        grid.read_grid_file(path)
    assert sentence in str(refusal.value)
    assert all(line.startswith(str(path)) for line in str(refusal.value).splitlines())


def test_every_flaw_of_a_file_has_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadGrid) as refusal:
        grid.read_grid_file(write(tmp_path, "game = 1\nname = 2\n"))
    assert [line.partition("mine.toml")[2] for line in str(refusal.value).splitlines()] == [
        ', line 2: "name" means nothing: the keys are game, title, note and grid.',
        ', line 1: "game" must be text in quotation marks.',
        ': "title" is missing.',
        ': "grid" is missing.',
    ]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadGrid, match=r"There is no file .*mine\.toml\."):
        grid.read_grid_file(tmp_path / "mine.toml")
    with pytest.raises(BadGrid, match="cannot be read: Is a directory"):
        grid.read_grid_file(tmp_path)
    with pytest.raises(BadGrid, match="cannot be read"):
        grid.read_grid_file("a\0b.toml")
    (tmp_path / "mine.toml").write_bytes(b'game = "mmm"\ntitle = "Caf\xe9"\n')
    with pytest.raises(BadGrid, match=r"mine\.toml, line 2: this is not UTF-8 text\."):
        grid.read_grid_file(tmp_path / "mine.toml")


# What an option's text may mean


def test_an_option_takes_a_name_a_drawing_or_a_file(tmp_path: Path) -> None:
    assert board.resolve("easy") == grid.joined(board.shipped()["easy"].rows)
    assert board.resolve("b b/f f") == "bb/ff"
    assert sheet.resolve("10") == grid.joined(sheet.shipped()["10"].rows)
    assert sheet.resolve("random:7") == grid.joined(sheet.generate(7))
    assert sheet.resolve("123/4o5/ccc") == "123/4o5/ccc"
    plain_position = tmp_path / "without_a_suffix"
    plain_position.write_text('game = "kuhlorado"\ntitle = "Mine"\ngrid = "123\\n4o5\\nccc"', encoding="utf-8")
    assert sheet.resolve(str(plain_position)) == "123/4o5/ccc"


def test_a_drawing_means_itself_whatever_files_are_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bb").mkdir()
    Path("bb/ff").write_text("not a board", encoding="utf-8")
    assert board.resolve("bb/ff") == "bb/ff"


@pytest.mark.parametrize("resolve", [board.resolve, sheet.resolve])
@pytest.mark.parametrize("text", ["", "nosuch", "21", "EASY", pytest.param("a" * 5000, id="a" * 9), "b\0b"])
def test_other_texts_are_told_what_would_be_accepted(resolve: Callable[[str], str], text: str) -> None:
    with pytest.raises(BadGrid, match=r'joined by "/" or the path of a TOML file\.$'):
        resolve(text)


def test_the_sentence_lists_what_is_shipped() -> None:
    with pytest.raises(BadGrid, match='"nosuch" is not a grid for "mmm": accepted are easy, hard, expert, rows drawn'):
        board.resolve("nosuch")
    with pytest.raises(BadGrid, match=r"19, 20, random:<seed>, rows drawn"):
        sheet.resolve("nosuch")


def test_a_bad_drawing_is_told_its_flaws_as_well() -> None:
    with pytest.raises(BadGrid, match=r'accepted are .*\n"z" at b2 means nothing') as refusal:
        board.resolve("bb/fz")
    assert refusal.value.flaws == (flaw("unknown_letter", ["b2"], letter="z"),)


@pytest.mark.parametrize(
    ("resolve", "text", "key"),
    [(board.resolve, "nosuch", "unknown_board"), (sheet.resolve, "random:x", "bad_seed")],
)
def test_a_text_that_means_no_board_is_a_flaw_too(resolve: Callable[[str], str], text: str, key: str) -> None:
    with pytest.raises(BadGrid) as refusal:
        resolve(text)
    assert refusal.value.flaws == (flaw(key, text=text),)
    assert (refusal.value.code, refusal.value.field) == ("bad_board", None)


def test_a_bad_grid_in_a_file_is_told_with_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + 'grid = "bz"')
    with pytest.raises(BadGrid, match=r'mine\.toml: "z" at b1 means nothing'):
        board.resolve(str(path))
    with pytest.raises(BadGrid, match=r'mine\.toml draws a grid for "mmm", not for "kuhlorado"\.'):
        sheet.resolve(str(path))


@pytest.mark.parametrize("seed", ["", "x", "-1", "1.5", " 1", "٣", "9" * 19])
def test_a_seed_is_a_whole_number(seed: str) -> None:
    with pytest.raises(BadGrid, match="like random:7"):
        sheet.resolve(f"random:{seed}")


# The boards of Mmm!


def test_items_are_squares_of_one_letter_that_touch() -> None:
    assert board.items_of(("bbB", "f.B", "haa")) == (
        board.Item(0, ((0, 0), (0, 1))),
        board.Item(0, ((0, 2), (1, 2))),
        board.Item(1, ((1, 0),)),
        board.Item(3, ((2, 0),)),
        board.Item(4, ((2, 1), (2, 2))),
    )


TWO_FOODS = ("bfbfbfbf", "fbfbfbfb")


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ((), "The grid is empty"),
        (("",), "The grid is empty"),
        (("bb", "fzz", "z"), '"z" at b2, c2 and a3 means nothing: use b bread, f fish, u cucumber'),
        (("bbb", "ff"), "Row 2 has 2 squares, but row 1 has 3: all rows must be equally long."),
        (("bb", "", "ff"), "Row 2 has 0 squares, but row 1 has 2"),
        (("b" * 9,), "The grid has 1 row of 9 squares: at most 8 by 8 are possible."),
        (("b",) * 9, "The grid has 9 rows of 1 square: at most 8 by 8 are possible."),
        (("..", ".."), "There is no food on the board"),
        (
            ("....", "bbb.", "bbb.", "bbb."),
            "The bread at a2, b2, c2, a3, b3, c3, a4, b4 and c4 has 9 squares: at most 8",
        ),
        ((*TWO_FOODS * 2, "h......."), "33 items: at most 32 are possible, and the one at a5 is one too many."),
    ],
)
def test_flaws_of_a_board(rows: grid.Rows, sentence: str) -> None:
    assert sentence in said(board.flaws(rows), board.FLAW_SENTENCES)


def test_a_flaw_is_data() -> None:
    assert board.flaws(("bbb", "bbb", "bbb")) == [
        flaw("large_item", [f"{column}{row}" for row in (1, 2, 3) for column in "abc"], food="bread", n=9, most=8)
    ]
    assert sheet.flaws(grid.rows_of("12345/1oOO5/ccccc")) == [
        flaw("touch", ["b2", "c2", "d2"], one=("b2",), other=("c2", "d2"))
    ]


def test_the_largest_boards_have_no_flaws() -> None:
    assert board.flaws(TWO_FOODS * 2 + ("........",) * 4) == []
    assert board.flaws(("bbbbbbbb", "BBBBBBBB")) == []


def side_by_side(one: tuple[Square, ...], other: tuple[Square, ...]) -> bool:
    return any(abs(r - y) + abs(c - x) == 1 for r, c in one for y, x in other)


def is_straight(squares: tuple[Square, ...]) -> bool:
    (row, column), many = squares[0], len(squares)
    return squares in (tuple((row, column + i) for i in range(many)), tuple((row + i, column) for i in range(many)))


def test_three_boards_are_shipped() -> None:
    assert list(board.shipped()) == ["easy", "hard", "expert"]


@pytest.mark.parametrize("name", SIZES_PER_FOOD)
def test_laws_of_the_shipped_boards(name: str) -> None:
    file = board.shipped()[name]
    assert file.game == "mmm"
    assert file.title
    assert file.note
    assert board.flaws(file.rows) == []
    assert len(file.rows) == 7
    assert all(len(row) == 7 and set(row) <= set(board.FOODS) for row in file.rows), "filled, small letters suffice"
    items = board.items_of(file.rows)
    assert sorted(square for item in items for square in item.squares) == [(r, c) for r in range(7) for c in range(7)]
    assert all(is_straight(item.squares) for item in items)
    assert not any(
        side_by_side(one.squares, two.squares) for one, two in combinations(items, 2) if one.food == two.food
    )
    sizes = [tuple(sorted(len(item.squares) for item in items if item.food == food)) for food in range(5)]
    assert sorted(sizes) == SIZES_PER_FOOD[name]


# The sheets of Kuhlorado


def test_troughs_and_the_squares_beside_them() -> None:
    # 1 2 3 4 5
    # 1 o 3 c 5
    # c 2 3 O 1
    # 1 c 3 O 1
    # c 2 3 4 5
    assert sheet.troughs_of(("12345", "1o3c5", "c23O1", "1c3O1", "c2345")) == (
        sheet.Trough(((1, 1),), ((0, 1), (1, 0), (1, 2), (2, 1)), large=False),
        sheet.Trough(((2, 3), (3, 3)), ((1, 3), (2, 2), (2, 4), (3, 2), (3, 4), (4, 3)), large=True),
    )


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("", "The grid is empty"),
        ("12/cc", "The grid has 2 rows of 2 squares: at least 3 by 3 are needed."),
        ("12c/34c", "The grid has 2 rows of 3 squares: at least 3 by 3 are needed."),
        ("/".join(["12345123c"] * 8), "The grid has 8 rows of 9 squares: at most 8 by 8 are possible."),
        ("123/45/ccc", "Row 2 has 2 squares, but row 1 has 3"),
        ("123/4C6/ccc", '"C" at b2 means nothing: use 1 to 5, c for a cow'),
        ("123/4C6/ccc", '"6" at c2 means nothing'),
        ("123/45o/ccc", "The trough cell at c2 lies on the border"),
        ("1O3/4O5/ccc", "The trough cell at b1 lies on the border"),
        ("1234/1O34/cccc", "The large trough at b2 has 1 cell: it must have two side by side"),
        ("12345/1OOO5/ccccc", "The large trough at b2, c2 and d2 has 3 cells"),
        ("1234/1OO4/1OO4/cccc", "The large trough at b2, c2, b3 and c3 has 4 cells"),
        ("1234/1oo4/cccc", "The small troughs at b2 and c2 touch"),
        ("12345/1oOO5/ccccc", "The troughs at b2 and at c2 and d2 touch."),
        ("12345/1o3o5/12345/1o3o5/12345/1o3c5/ccccc", "5 troughs: at most 4 are possible, and the one at b6 is"),
        ("123/4o5/123", "There is no cow on the sheet"),
        ("ccc/coc/ccc", "There is no number on the sheet"),
    ],
)
def test_flaws_of_a_sheet(rows: str, sentence: str) -> None:
    assert sentence in said(sheet.flaws(grid.rows_of(rows)), sheet.FLAW_SENTENCES)


@pytest.mark.parametrize(
    "rows", ["123/4c5/ccc", "1234/1o34/12o4/cccc", "1234/1O34/1O34/cccc", "12345/1oc5c/3cOO1/55555"]
)
def test_small_sheets_without_flaws(rows: str) -> None:
    assert sheet.flaws(grid.rows_of(rows)) == [], "diagonally, troughs may come close"


def check_laws_of_a_sheet(rows: grid.Rows) -> None:
    """Every law of a sheet of our own making, said without the code that makes them."""
    assert sheet.flaws(rows) == []
    letters = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
    assert sorted(letters) == [(r, c) for r in range(8) for c in range(8)]
    assert Counter(letters.values()) == {"c": 18, "1": 8, "2": 8, "3": 8, "4": 8, "5": 8, "o": 2, "O": 4}

    troughs = sheet.troughs_of(rows)
    assert sorted(trough.large for trough in troughs) == [False, False, True, True]
    for one, other in combinations(troughs, 2):
        assert all(max(abs(r - y), abs(c - x)) > 1 for r, c in one.cells for y, x in other.cells), "not even diagonally"
    for trough in troughs:
        assert len(trough.neighbours) == (6 if trough.large else 4)
        assert any(letters[square] == "c" for square in trough.neighbours)

    cows = [square for square, letter in letters.items() if letter == "c"]
    for border in (rows[0], rows[7], [row[0] for row in rows], [row[7] for row in rows]):
        assert list(border).count("c") >= 2
    for top, left in ((0, 0), (0, 4), (4, 0), (4, 4)):
        assert sum(top <= r < top + 4 and left <= c < left + 4 for r, c in cows) >= 3

    equal = [
        {(r, c), (r + y, c + x)}
        for (r, c), letter in letters.items()
        for y, x in ((0, 1), (1, 0))
        if letter in "12345" and letters.get((r + y, c + x)) == letter
    ]
    assert len(equal) <= 2
    assert all(one.isdisjoint(other) for one, other in combinations(equal, 2)), "never three equal numbers together"
    assert all(len(herd) <= 3 for herd in grid.groups_of(rows, "c"))


def test_twenty_different_sheets_are_shipped() -> None:
    shipped = sheet.shipped()
    assert list(shipped) == [str(number) for number in range(1, 21)]
    assert len({file.title for file in shipped.values()}) == 20
    layouts = {tuple(trough.cells for trough in sheet.troughs_of(file.rows)) for file in shipped.values()}
    assert len(layouts) == 20, "twenty pastures with different troughs"


def test_the_fair_sheets_are_those_that_the_search_kept() -> None:
    """They are made from seeds; the search wrote down what it kept."""
    kept = Path(__file__).parents[2] / "docs" / "studies" / "kuhlorado-fair"
    for place, name in enumerate(sheet.FAIR, 1):
        assert sheet.resolve(str(kept / f"{place}.toml")) == sheet.resolve(name)


@pytest.mark.parametrize("name", [str(number) for number in range(1, 21)])
def test_laws_of_the_shipped_sheets(name: str) -> None:
    file = sheet.shipped()[name]
    assert file.game == "kuhlorado"
    assert file.title
    assert file.note
    check_laws_of_a_sheet(file.rows)
    assert sheet.lively(file.rows)


def test_the_symmetric_sheets_are_symmetric() -> None:
    shipped = sheet.shipped()

    def only(rows: grid.Rows, letters: str) -> list[str]:
        return ["".join(letter if letter in letters else "." for letter in row) for row in rows]

    def turned(rows: list[str]) -> list[str]:
        return [row[::-1] for row in reversed(rows)]

    for name, letters in (("1", "oO"), ("3", "oO"), ("4", "oOc12345"), ("8", "oOc"), ("9", "oO"), ("10", "oO")):
        rows = only(shipped[name].rows, letters)
        assert rows == turned(rows)
    mirror = only(shipped["5"].rows, "oOc")
    assert mirror == [row[::-1] for row in mirror]


@pytest.mark.parametrize("seed", range(300))
def test_laws_of_made_sheets(seed: int) -> None:
    rows = sheet.generate(seed)
    check_laws_of_a_sheet(rows)
    assert sheet.generate(seed) == rows


def test_a_seed_makes_the_same_sheet_for_ever() -> None:
    assert sheet.resolve("random:2014") == "4c5152c3/1c24131c/5o15Ococ/c5c3O3c4/31c21523/24OO2c54/31c2432c/cc45ccc4"
    assert len({sheet.generate(seed) for seed in range(300)}) == 300
