#!/bin/sh
# Copy the SQLite database and the secret of a server, which may be running, into a new directory.
# Usage: backup.sh DATA_DIRECTORY NEW_DIRECTORY
set -eu
data=${1:?usage: backup.sh DATA_DIRECTORY NEW_DIRECTORY}
new=${2:?usage: backup.sh DATA_DIRECTORY NEW_DIRECTORY}
test -f "$data/paddock.db" || { echo "There is no paddock.db in $data." >&2; exit 1; }
umask 077
mkdir "$new"
python3 - "$data/paddock.db" "$new/paddock.db" <<'PYTHON'
import sqlite3, sys

source, target = (sqlite3.connect(name) for name in sys.argv[1:])
source.backup(target)  # a consistent copy, also while moves are being written
target.close()
PYTHON
if test -f "$data/secret"; then cp "$data/secret" "$new/secret"; fi
echo "Saved to $new."
