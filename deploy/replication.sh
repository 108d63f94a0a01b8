#!/bin/bash
# Once, by the server that initialises the first node: a role for the standbys, and that commits wait for one of them from
# the start after that on. Standbys take the setting over with the data. On a command line it would reach this server, too,
# which would wait for a standby that cannot come.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$POSTGRES_PASSWORD" <<'SQL'
create role replicator with replication login password :'password';
alter system set synchronous_standby_names = 'ANY 1 (*)';
SQL
echo "host replication replicator all scram-sha-256" >>"$PGDATA/pg_hba.conf"
