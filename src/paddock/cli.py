"""One command, `paddock`. Nothing heavy is imported before a command runs, so that help comes at once."""

import atexit
import contextlib
import io
import os
import sys

import rich_click as click

from paddock import __version__
from paddock.commands.agreement import INTERRUPTED
from paddock.commands.analyse import analyse
from paddock.commands.arena import arena
from paddock.commands.bench import bench
from paddock.commands.board import board
from paddock.commands.doctor import doctor
from paddock.commands.games import games
from paddock.commands.lab import lab
from paddock.commands.play import play
from paddock.commands.record import record
from paddock.commands.serve import serve, serve_here
from paddock.commands.simulate import simulate
from paddock.commands.solve import solve
from paddock.commands.train import train
from paddock.commands.warm import warm
from paddock.rules.refusals import Refusal

REFUSED = 2
READER_GONE = 141


class InGivenOrder(click.RichGroup):
    """Help lists the commands by how often people want them, not by their letters."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=InGivenOrder, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="paddock", message="%(prog)s %(version)s")
@click.pass_context
def paddock(context: click.Context) -> None:
    """One table for four animal games: play, simulate, check.

    Without a command, the tables are served on this machine and a browser opens.
    """
    if context.invoked_subcommand is None:
        if sys.stdin.isatty():
            serve_here(context)
        else:
            click.echo(context.get_help())


for command in (play, serve, games, simulate, arena, lab, solve, train, record, analyse, board, doctor, warm, bench):
    paddock.add_command(command)


def main() -> int:
    """Run the command line; a refusal is one sentence and status 2, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows ? instead
    try:
        status = paddock.main(prog_name="paddock", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except Refusal as refusal:
        return refuse(str(refusal))
    except click.UsageError as slip:
        command = slip.ctx.command_path if slip.ctx else "paddock"
        return refuse(f"{slip.format_message()} ({command} --help tells more.)")
    except click.ClickException as flaw:
        return refuse(flaw.format_message())
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    finally:
        if colorama := sys.modules.get(
            "colorama.initialise"
        ):  # numba loads it; at exit it writes to plain terminals too
            atexit.unregister(colorama.reset_all)


def refuse(sentence: str) -> int:
    print(f"paddock: {sentence}", file=sys.stderr)
    return REFUSED


if __name__ == "__main__":
    sys.exit(main())
