/**
 * The logins of the embedded database: an owner, which migrates, and the service, which may take the roles of the application and nothing else.
 * Neither is a superuser or can become one. The superuser's login stays with PostgreSQL's own account, which uses it only in this file.
 */
import pg from 'pg'
import type { Connection } from './postmaster.ts'

type Logins = { owner: Connection; service: Connection }

const OWNER = 'gatehouse_owner'
const SERVICE = 'gatehouse_service'

/**
 * Creates the logins that are missing, and hands objects that a superuser created over to the owner: in a data folder of an earlier version, that
 * is everything. A service of the earlier version that still runs on it continues to work, since the superuser that it logs in as has access to
 * everything.
 */
export async function openLogins(superuser: Connection): Promise<Logins> {
  const client = new pg.Client(superuser)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(MAKE_LOGINS)
    await client.query(HAND_OVER)
  } finally {
    await client.end()
  }
  return { owner: { ...superuser, user: OWNER }, service: { ...superuser, user: SERVICE } }
}

/** Commands and services may start at the same time, so they take turns. */
const IN_TURN = `perform pg_advisory_xact_lock(hashtextextended('gatehouse.logins', 0));`

/**
 * Creates both logins. The owner bypasses the policies, because migrations move rows of every organization. The service inherits nothing, so it
 * sees nothing by itself.
 */
const MAKE_LOGINS = `
  do $$
  declare
    role_name text;
  begin
    ${IN_TURN}
    if not exists (select from pg_roles where rolname = '${OWNER}') then
      create role ${OWNER} login createrole bypassrls;
    end if;
    if not exists (select from pg_roles where rolname = '${SERVICE}') then
      create role ${SERVICE} login noinherit;
    end if;
    foreach role_name in array array['gatehouse_app', 'gatehouse_platform', 'gatehouse_console'] loop
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin', role_name);
      end if;
      if not pg_has_role('${OWNER}', role_name, 'member') then
        execute format('grant %I to ${OWNER}', role_name);
      end if;
      if not pg_has_role('${SERVICE}', role_name, 'member') then
        execute format('grant %I to ${SERVICE}', role_name);
      end if;
    end loop;
  end
  $$`

/** Hands over object by object, because "reassign owned" does not work for objects of the superuser that created the cluster. */
const HAND_OVER = `
  do $$
  declare
    schemas oid[] := array(select oid from pg_namespace where nspname in ('public', 'audit', 'console'));
    superusers oid[] := array(select oid from pg_roles where rolsuper);
    -- What belongs to an extension stays with it, and what belongs to a column goes with its table.
    kept oid[] := array(
      select objid from pg_depend
       where deptype = 'e' or (deptype in ('a', 'i') and classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and refobjsubid > 0)
    );
    thing text;
  begin
    ${IN_TURN}
    set local lock_timeout = '60s';
    for thing in
      select format('database %I', datname) from pg_database where datname = current_database() and datdba = any(superusers)
      union all
      select format('schema %I', nspname) from pg_namespace where oid = any(schemas) and nspowner = any(superusers)
      union all
      select format('%s %s', case relkind when 'S' then 'sequence' else 'table' end, oid::regclass) from pg_class
       where relnamespace = any(schemas) and relowner = any(superusers) and relkind in ('r', 'p', 'v', 'm', 'S') and oid <> all(kept)
      union all
      select format('routine %s', oid::regprocedure) from pg_proc
       where pronamespace = any(schemas) and proowner = any(superusers) and oid <> all(kept)
      union all
      select format('type %s', oid::regtype) from pg_type
       where typnamespace = any(schemas) and typowner = any(superusers) and typtype in ('d', 'e', 'r') and oid <> all(kept)
    loop
      execute format('alter %s owner to ${OWNER}', thing);
    end loop;
  end
  $$`
