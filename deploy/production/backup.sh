#!/bin/sh
# Takes a base backup of the whole PostgreSQL server into <folder>/base, verifies it, and removes backups and WAL that are no longer needed.
# The WAL itself is streamed into <folder>/wal by pg_receivewal, as a service of its own.
# Connects by PGHOST, PGPORT, PGUSER and PGPASSFILE, as a role with REPLICATION. KEEP: number of base backups, default 7.
set -eu
folder=${1:?Usage: backup.sh <folder>}
keep=${KEEP:-7}
umask 077
mkdir -p "$folder/base" "$folder/wal"

rm -rf "$folder"/base/*.unfinished
name=$(date -u +%Y%m%dT%H%M%SZ)
unfinished="$folder/base/$name.unfinished"
pg_basebackup --pgdata="$unfinished" --wal-method=stream --checkpoint=fast --label="washdesk $name"
pg_verifybackup --quiet "$unfinished"
mv "$unfinished" "$folder/base/$name"

ls "$folder/base" | head -n "-$keep" | while read -r old; do rm -rf "${folder:?}/base/$old"; done
oldest=$(ls "$folder/base" | head -n 1)
pg_archivecleanup "$folder/wal" "$(sed -n 's/^START WAL LOCATION.*file \([0-9A-F]*\))$/\1/p' "$folder/base/$oldest/backup_label")"

echo "Backed up to $folder/base/$name"
if [ -z "$(ls "$folder/wal")" ]; then
  echo "No WAL in $folder/wal: is pg_receivewal running? What is written from now on is not backed up." >&2
  exit 1
fi
