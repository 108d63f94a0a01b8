#!/bin/bash
# Manual failover, after the primary is lost: promotes the standby that has most of its log, and lets the other ones follow it.
#   PGUSER=store PGPASSWORD=… deploy/failover.sh <lost primary> <standby> <standby>…     each as host or host:port
# It changes nothing and ends with 1 if the old primary still answers, or if a standby does not: acknowledged writes may be
# only there. With --without-missing it goes on with those that answer, and loses what only the others have.
set -euo pipefail
export PGDATABASE="${PGDATABASE:-postgres}" PGCONNECT_TIMEOUT=5

fail() { echo "failover: $*" >&2 && exit 1; }
ask() { psql --host "${1%:*}" --port "$(port "$1")" --no-password --tuples-only --no-align --quiet --set ON_ERROR_STOP=1 --command "$2"; }
port() { [[ $1 == *:* ]] && echo "${1##*:}" || echo 5432; }
# After its restart a standby knows nothing of what it had received; what it replays from its own disk counts too.
reached() { ask "$1" "select greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())"; }

missing_allowed=
[[ ${1:-} == --without-missing ]] && missing_allowed=1 && shift
[[ $# -ge 2 ]] || fail "usage: failover.sh [--without-missing] <lost primary> <standby>…"
lost=$1
shift

ask "$lost" "select 1" >/dev/null 2>&1 && fail "$lost still answers. Stop it first, or both would take writes"

present=()
for node in "$@"; do
  state=$(ask "$node" "select pg_is_in_recovery()" 2>/dev/null) || state=missing
  case $state in
    t) present+=("$node") ;;
    f) fail "$node is a primary already" ;;
    *)
      [[ $missing_allowed ]] || fail "$node does not answer. Acknowledged writes may be only there: start it, then try again"
      echo "$node does not answer: what only it has is lost"
      ;;
  esac
done
[[ ${#present[@]} -gt 0 ]] || fail "no standby answers"

best= best_lsn=0/0
for node in "${present[@]}"; do
  lsn=$(reached "$node")
  # A standby that was just started still replays: wait until it stands still.
  while sleep 1 && next=$(reached "$node") && [[ $next != "$lsn" ]]; do lsn=$next; done
  [[ $lsn ]] || fail "$node says nothing of its log"
  echo "$node has the log up to $lsn"
  if [[ ! $best || $(ask "$node" "select '$lsn'::pg_lsn > '$best_lsn'::pg_lsn") == t ]]; then best=$node best_lsn=$lsn; fi
done

[[ $(ask "$best" "select pg_promote(true, 60)") == t ]] || fail "$best was not promoted within 60 s: see its log"
echo "$best is the primary now"

for node in "${present[@]}"; do
  [[ $node == "$best" ]] && continue
  # Of a name that is there twice, the last one counts.
  conninfo="$(ask "$node" "show primary_conninfo") host=${best%:*} port=$(port "$best")"
  ask "$node" "alter system set primary_conninfo = '${conninfo//\'/\'\'}'"
  ask "$node" "select pg_reload_conf()" >/dev/null
  for _ in {1..30}; do
    follows=$(ask "$node" "select status = 'streaming' from pg_stat_wal_receiver")
    [[ $follows == t ]] && break
    sleep 1
  done
  if [[ $follows == t ]]; then echo "$node follows $best"; else echo "$node does not follow $best: recreate it"; fi
done
echo "recreate $lost as a standby of $best: it may have writes that no standby has"
