#!/bin/bash
# The server that initialises the first node runs this script once. It creates a role for the standbys, and sets that commits
# wait for one of them from the next start on. Standbys copy the setting with the data. On the command line, the setting would
# also apply to the initialising server, which would wait for a standby that cannot connect.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$POSTGRES_PASSWORD" <<'SQL'
create role replicator with replication login password :'password';
alter system set synchronous_standby_names = 'ANY 1 (*)';
-- For standbys that were away. Replication slots would keep all of it, but a promoted standby does not have them.
alter system set wal_keep_size = '1GB';
SQL
echo "host replication replicator all scram-sha-256" >>"$PGDATA/pg_hba.conf"
