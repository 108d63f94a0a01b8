#!/bin/bash
# Once, when the first node is created: a role for the standbys. Nothing waits for a standby before there is one.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$POSTGRES_PASSWORD" <<'SQL'
set synchronous_commit = local;
create role replicator with replication login password :'password';
SQL
echo "host replication replicator all scram-sha-256" >>"$PGDATA/pg_hba.conf"
