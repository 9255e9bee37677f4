#!/bin/sh
# Takes a base backup of the whole PostgreSQL server into <folder>/base, verifies it, and removes backups and WAL that are no longer needed.
# The WAL itself is streamed into <folder>/wal by pg_receivewal, as a service of its own.
# Connects by PGHOST, PGPORT, PGUSER and PGPASSFILE, as a role with REPLICATION. KEEP: number of base backups, default 7. WAIT: seconds in
# which pg_receivewal must have the WAL of the backup, default 30.
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

first_wal() {
  sed -n 's/^START WAL LOCATION.*file \([0-9A-F]*\))$/\1/p' "$folder/base/$1/backup_label"
}

ls "$folder/base" | head -n "-$keep" | while read -r old; do rm -rf "${folder:?}/base/$old"; done
oldest=$(ls "$folder/base" | head -n 1)
pg_archivecleanup "$folder/wal" "$(first_wal "$oldest")"

echo "Backed up to $folder/base/$name"
# the end of a backup also ends its segment of WAL, so pg_receivewal has completed it
segment=$(first_wal "$name")
waited=0
until [ -e "$folder/wal/$segment" ]; do
  if [ "$waited" -ge "${WAIT:-30}" ]; then
    echo "No WAL of this backup in $folder/wal: is pg_receivewal running? What is written from now on is not backed up." >&2
    exit 1
  fi
  sleep 1
  waited=$((waited + 1))
done
