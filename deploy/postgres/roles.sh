#!/bin/sh
# Runs once, when the database is created: one role owns the tables and migrates, the other serves.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v server="$SERVER_PASSWORD" -U postgres <<'SQL'
create role yiqiao_owner login password :'owner';
create role yiqiao login password :'server';
alter role yiqiao set statement_timeout = '30s';
alter role yiqiao set lock_timeout = '5s';
alter role yiqiao set idle_in_transaction_session_timeout = '60s';
create database yiqiao owner yiqiao_owner;
revoke all on database yiqiao from public;
grant connect on database yiqiao to yiqiao;
SQL
