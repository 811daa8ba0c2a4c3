"""The files in deploy/: the backup script works, and each file passes its tool's checker where that is installed."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from paddock.cli.main import main
from server.house import House

DEPLOY: Final = Path(__file__).parents[2] / "deploy"


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


# ---- Backup and restore


def test_a_backup_of_a_running_server_is_a_server_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "data" / "paddock", tmp_path / "copies" / "paddock"
    copy.parent.mkdir()
    with House(data) as house:
        ann = house.guest("Ann")
        table = ann.begin("kuhlorado")
        ann.play(table)
        before = ann.look(table)
        done = run(DEPLOY / "backup.sh", data, copy)
        assert done.returncode == 0, done.stderr
        ann.play(table)  # after the backup
        cookies = dict(ann.http.cookies)
    assert {file.name for file in copy.iterdir()} == {"paddock.db", "secret"}
    assert all(file.stat().st_mode & 0o077 == 0 for file in [copy, *copy.iterdir()])
    with House(copy) as restored:
        back = restored.stranger()
        back.http.cookies.update(cookies)
        assert all(back.look(table)[part] == before[part] for part in ("lines", "snapshot", "mine"))
        back.play(table)
    monkeypatch.setenv("XDG_DATA_HOME", str(copy.parent))
    monkeypatch.setattr("sys.argv", ["paddock", "doctor"])
    assert main() == 0
    assert "1 unfinished table; all are consistent." in capsys.readouterr().out


def test_a_backup_overwrites_nothing_and_names_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "paddock.db").write_text("precious")
    assert run(DEPLOY / "backup.sh", tmp_path / "old", tmp_path / "old").returncode != 0
    assert (tmp_path / "old" / "paddock.db").read_text() == "precious"
    done = run(DEPLOY / "backup.sh", tmp_path, tmp_path / "new")
    assert (done.returncode, "paddock.db" in done.stderr) == (1, True)
    assert not (tmp_path / "new").exists()


# ---- Checkers


def need(tool: str) -> str:
    return shutil.which(tool) or pytest.skip(f"{tool} is not installed")


def test_the_containerfile() -> None:
    assert run(need("hadolint"), DEPLOY / "Containerfile").stdout == ""


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.prefix"])
def test_a_caddyfile(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PADDOCK_DOMAIN", "play.example.org")
    done = run(need("caddy"), "validate", "--adapter", "caddyfile", "--config", DEPLOY / name)
    assert done.returncode == 0, done.stderr


def test_the_systemd_unit(tmp_path: Path) -> None:
    """The checker wants a program and a user that exist here."""
    unit = tmp_path / "paddock@a.service"
    text = (DEPLOY / "paddock@.service").read_text()
    unit.write_text(text.replace("/opt/paddock/%i/bin/paddock", "/bin/true").replace("User=paddock", "User=root"))
    done = run(need("systemd-analyze"), "verify", unit)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_nginx_example(tmp_path: Path) -> None:
    """The checker wants the certificate that the example names."""
    nginx = need("nginx")
    keys = tmp_path / "live" / "example.org"
    keys.mkdir(parents=True)
    made = run(
        *(need("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=example.org"),
        *("-keyout", keys / "privkey.pem", "-out", keys / "fullchain.pem"),
    )
    assert made.returncode == 0
    example = (DEPLOY / "nginx.conf").read_text().replace("/etc/letsencrypt", str(tmp_path))
    (tmp_path / "paddock.conf").write_text(example)
    folders = "".join(
        f"{one}_temp_path {tmp_path}/{one};" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = f"pid {tmp_path}/pid; events {{}} http {{ access_log off; {folders} include {tmp_path}/paddock.conf; }}"
    (tmp_path / "nginx.conf").write_text(config)
    done = run(nginx, "-t", "-e", "stderr", "-c", tmp_path / "nginx.conf")
    assert done.returncode == 0, done.stderr
