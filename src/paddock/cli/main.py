"""The command `paddock`. Heavy modules are imported inside commands, so that help appears at once."""

import atexit
import contextlib
import io
import json
import os
import sys

import rich_click as click

from paddock import __version__
from paddock.cli.command_classes import PaddockCommand, PaddockGroup
from paddock.cli.commands.analyse import analyse
from paddock.cli.commands.arena import arena
from paddock.cli.commands.bench import bench
from paddock.cli.commands.board import board
from paddock.cli.commands.doctor import doctor
from paddock.cli.commands.games import games
from paddock.cli.commands.lab import lab
from paddock.cli.commands.play import play
from paddock.cli.commands.record import record
from paddock.cli.commands.serve import serve, serve_here
from paddock.cli.commands.simulate import simulate
from paddock.cli.commands.solve import solve
from paddock.cli.commands.train import train
from paddock.cli.commands.warm import warm
from paddock.cli.shared_options import INTERRUPTED
from paddock.engine.errors import PaddockError

REFUSED = 2
"""The exit status for wrong options or input."""
BROKEN_PIPE = 141


@click.group(cls=PaddockGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="paddock", message="%(prog)s %(version)s")
@click.pass_context
def paddock(context: click.Context) -> None:
    """Play, simulate and study four animal board games.

    Without a command, Paddock starts a server on this machine and opens a browser.
    """
    if context.invoked_subcommand is None:
        if sys.stdin.isatty():
            serve_here(context)
        else:
            click.echo(context.get_help())


for command in (play, serve, games, simulate, arena, lab, solve, train, record, analyse, board, doctor, warm, bench):
    paddock.add_command(command)


def main() -> int:
    """Run the command line and return its exit status. An error prints one line, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without a letter shows ? instead
    try:
        status = paddock.main(prog_name="paddock", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except PaddockError as error:
        if "--json" in sys.argv:
            print_json_error(error)
        return print_error(str(error))
    except click.UsageError as error:
        return print_error(usage_error_text(error))
    except click.ClickException as error:
        return print_error(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    finally:
        # Numba loads colorama, which writes to plain terminals at exit.
        if colorama := sys.modules.get("colorama.initialise"):
            atexit.unregister(colorama.reset_all)


def usage_error_text(error: click.UsageError) -> str:
    """Return what is wrong and what to type instead."""
    command = error.ctx.command_path if error.ctx else "paddock"
    text = " ".join(error.format_message().split())
    if isinstance(error, click.MissingParameter) and error.ctx and isinstance(error.ctx.command, PaddockCommand):
        text += "".join(f" Type, for example: {example}." for example in error.ctx.command.examples[:1])
    return f"{text} Run '{command} --help' for help."


def print_json_error(error: PaddockError) -> None:
    """Print the error as JSON, where a program expects the result."""
    data = {"code": error.code, "message": str(error), "field": error.field, "params": error.params}
    print(json.dumps({"error": data}, ensure_ascii=False))


def print_error(sentence: str) -> int:
    print(f"paddock: {sentence}", file=sys.stderr)
    return REFUSED


if __name__ == "__main__":
    sys.exit(main())
