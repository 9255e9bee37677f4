#!/bin/sh
# Restores the newest base backup of <folder> and all streamed WAL, to the last commit, into an empty data folder. Run it as the user of the
# server (postgres), with the programs of the same major version on the path. CONFIG: postgresql.conf, if it is not in the data folder.
set -eu
usage='Usage: restore.sh <folder> <data folder>'
folder=$(realpath "${1:?$usage}")
data=${2:?$usage}
base=$(ls "$folder/base" | grep -v unfinished | tail -n 1)
[ -n "$base" ] || { echo "No base backup in $folder/base" >&2; exit 1; }
if [ -n "$(ls -A "$data" 2>/dev/null)" ]; then
  echo "$data is not empty" >&2
  exit 1
fi

umask 077
mkdir -p "$data"
chmod 700 "$data"
cp -a "$folder/base/$base/." "$data"
touch "$data/recovery.signal"

# the segment that was being streamed has another name
restore="cp '$folder/wal/%f' '%p' 2>/dev/null || cp '$folder/wal/%f.partial' '%p' 2>/dev/null"
sockets=$(mktemp -d)
log="$sockets/log"
postgres -D "$data" ${CONFIG:+-c "config_file=$CONFIG"} -c "restore_command=$restore" -c listen_addresses= \
  -c "unix_socket_directories=$sockets" -c port=5432 -c hot_standby=off -c archive_mode=off -c synchronous_standby_names= \
  -c log_destination=stderr -c logging_collector=off 2>"$log" &
server=$!
# without a hot standby the server accepts connections when the recovery has ended
until pg_isready --quiet --host="$sockets" --port=5432; do
  kill -0 "$server" 2>/dev/null || { cat "$log" >&2; exit 1; }
  sleep 1
done
kill -INT "$server"
wait "$server"
echo "Restored $folder/base/$base into $data"
sed -n 's/.*last completed transaction was at log time/Last transaction:/p' "$log"
rm -rf "$sockets"
