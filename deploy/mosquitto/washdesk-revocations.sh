#!/bin/sh
# Keeps Mosquitto's list of revoked site certificates current: washdesk-revocations.sh <cloud url> [folder]
#
# Mosquitto reads a changed list on SIGHUP, but keeps the open connections of a site that was revoked. A list that names another
# certificate therefore restarts it, which takes a second; a list that was only renewed reloads it.
set -u
url="$1/api/agent/revocation-list"
folder="${2:-/etc/mosquitto/washdesk}"
list="$folder/revoked.pem"
new="$list.new"

revoked() {
  openssl crl -in "$1" -noout -text 2>/dev/null | grep 'Serial Number' | sort
}

refresh() {
  curl --fail --silent --show-error --max-time 4 --output "$new" "$url" || return
  cmp -s "$new" "$list" && return
  # a list of another CA would lock every site out
  openssl crl -in "$new" -CAfile "$folder/ca.pem" -noout 2>&1 | grep -q 'verify OK' || {
    echo "The list from $url is not signed by $folder/ca.pem; the current one stays" >&2
    return
  }
  before="$(revoked "$list")"
  chmod 644 "$new" && mv "$new" "$list"
  if [ "$(revoked "$list")" = "$before" ]; then
    ${RELOAD:-systemctl reload mosquitto}
  else
    ${RESTART:-systemctl restart mosquitto}
  fi
}

while :; do
  refresh
  sleep 2
done
