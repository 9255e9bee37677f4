#!/bin/sh
# Keeps Mosquitto's list of revoked site certificates current: washdesk-revocations.sh <cloud url> [folder]
#
# Mosquitto reads a changed list on SIGHUP, but keeps the open connections of a site that was revoked. They are ended by Mosquitto's
# dynamic security, which ends the connections of a user that is deleted: a site's user name is its number. If that fails, Mosquitto is
# restarted, at most every 10 s.
set -u
cloud="$1/api/agent"
folder="${2:-/etc/mosquitto/washdesk}"
list="$folder/revoked.pem"
new="$list.new"
every="${EVERY:-2}"
restart_every="${RESTART_EVERY:-10}"
# Mosquitto ends a connection without CONNECT after 90 s. One that was opened before a revocation could send it afterwards.
again_after="${AGAIN_AFTER:-120}"

again_at=0
again_sites=
restarted_at=0
complained=

complain() {
  [ "$1" = "$complained" ] || echo "$1" >&2
  complained="$1"
}

serials() {
  openssl crl -in "$1" -noout -text 2>/dev/null | sed -n 's/^ *Serial Number: *//p' | tr 'A-F' 'a-f'
}

number() {
  printf '%d' "$(openssl crl -in "$1" -noout -crlnumber 2>/dev/null | sed -n 's/^crlNumber=\(0x\)*/0x/p')" 2>/dev/null || echo -1
}

# Ends all connections of these sites.
disconnect() {
  commands=
  for site in "$@"; do
    commands="$commands${commands:+,}{\"command\":\"createClient\",\"username\":\"$site\"},{\"command\":\"deleteClient\",\"username\":\"$site\"}"
  done
  curl --silent --show-error --max-time 4 --config "$folder/control/curl.conf" --data "{\"commands\":[$commands]}"
}

# Prints the sites of the serial numbers in $pending; fails if one is unknown.
sites_of_pending() {
  pairs="$(curl --fail --silent --show-error --max-time 4 "$cloud/revoked" | tr '{' '\n' |
    sed -n 's/^"serial":"\([0-9a-f]*\)","site":\([0-9]*\)}.*/\1 \2/p')"
  for serial in $pending; do
    echo "$pairs" | sed -n "s/^$serial //p" | grep . || return 1
  done
}

restart() {
  [ $(($(date +%s) - restarted_at)) -ge "$restart_every" ] || return
  complain "The connections of a revoked site could not be ended; Mosquitto is restarted"
  ${RESTART:-systemctl restart mosquitto}
  restarted_at="$(date +%s)"
  pending=
}

end_connections() {
  sites="$(sites_of_pending)" && sites="$(echo "$sites" | sort -u)" && disconnect $sites || {
    restart
    return
  }
  pending=
  again_sites="$again_sites $sites"
  again_at=$(($(date +%s) + again_after))
}

end_connections_again() {
  [ -n "$again_sites" ] && [ "$(date +%s)" -ge "$again_at" ] || return
  disconnect $again_sites && again_sites=
}

refresh() {
  problem="$(curl --fail --silent --show-error --max-time 4 --output "$new" "$cloud/revocation-list" 2>&1)" || {
    # the text after it has milliseconds
    complain "The list of $cloud can't be fetched, the current one stays: ${problem%% after *}"
    return
  }
  cmp -s "$new" "$list" && {
    complained=
    return
  }
  # a list of another CA would lock every site out
  openssl crl -in "$new" -CAfile "$folder/ca.pem" -noout 2>&1 | grep -q 'verify OK' || {
    complain "The list from $cloud is not signed by $folder/ca.pem; the current one stays"
    return
  }
  # an old list, sent again, would accept sites that were revoked since
  [ "$(number "$new")" -gt "$(number "$list")" ] || {
    complain "The list from $cloud has the number $(number "$new"), the current one $(number "$list"); the current one stays"
    return
  }
  before="$(serials "$list")"
  chmod 644 "$new" && mv "$new" "$list"
  ${RELOAD:-systemctl reload mosquitto}
  pending="$(printf '%s\n' $pending $(serials "$list" | grep -vxF "${before:-none}"))"
  complained=
}

# those that were revoked while this did not run
pending="$(serials "$list")"
while :; do
  refresh
  [ -z "$pending" ] || end_connections
  end_connections_again
  sleep "$every"
done
