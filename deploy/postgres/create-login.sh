#!/bin/sh
# Creates the database and its login when PostgreSQL starts on an empty volume. The login owns the schema and migrates it, and may create the
# roles of the service; it is not a superuser, so row-level security applies to it. On a server of your own, run it as an account that psql
# accepts as the superuser, with the password of the login in DATABASE_PASSWORD.
set -eu
: "${DATABASE_PASSWORD:?set it to the password that the new login gets}"
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role gatehouse login createrole password :'password';
create database gatehouse owner gatehouse encoding 'UTF8' template template0;
revoke connect on database gatehouse from public;
grant connect on database gatehouse to gatehouse;
-- What people wrote and who they are stays out of the log of PostgreSQL: of a row that it refuses or a statement that is slow, it would log the values.
alter role gatehouse set log_error_verbosity = terse;
alter role gatehouse set log_parameter_max_length = 0;
SQL
