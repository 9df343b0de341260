/** Problems that the doctor must find and that statements plant in the database: a schema that was changed, or what the service has stored. */
import type { Planted } from './planted-problems.ts'

/** A problem, the statements that plant it, and those that put it right. */
type PlantedBySql = Omit<Planted, 'plant'> & { plant: readonly string[]; undo: readonly string[] }

/** What the service has stored about its callers. */
export const WRONG_RECORDS: readonly PlantedBySql[] = [
  {
    what: 'a proxy that TRUST_PROXY does not include',
    check: 'callers',
    level: 'warning',
    says: /^The service takes 172\.18\.0\.3 for the address of all 2 callers of the last day .* TRUST_PROXY does not include it/,
    settings: { TRUST_PROXY: '10.0.0.0/8' },
    plant: [`update api_keys set last_used_at = now(), last_used_address = '172.18.0.3'`],
    undo: ['update api_keys set last_used_at = null, last_used_address = null'],
  },
]

/** A schema that is not as the migrations made it. */
export const WRONG_SCHEMAS: readonly PlantedBySql[] = [
  {
    what: 'rights that a restore or an owner has not granted',
    check: 'rights',
    says: /^The schema lacks 2 rights of the roles of the service: grant update \(revoked_at\) on api_keys to gatehouse_app; grant insert on leads to gatehouse_app\.$/,
    plant: ['revoke insert on leads from gatehouse_app', 'revoke update (revoked_at) on api_keys from gatehouse_app'],
    undo: ['grant insert on leads to gatehouse_app', 'grant update (revoked_at) on api_keys to gatehouse_app'],
  },
  {
    what: 'triggers that are off',
    check: 'schema',
    says: /^Triggers of leads are off/,
    plant: ['alter table leads disable trigger all'],
    undo: ['alter table leads enable trigger all'],
  },
  {
    what: 'row-level security that is off',
    check: 'schema',
    says: /^The schema lacks one rule of row-level security: alter table leads enable row level security\.$/,
    plant: ['alter table leads disable row level security'],
    undo: ['alter table leads enable row level security'],
  },
  {
    what: 'a right that the roles need not have',
    check: 'schema',
    level: 'warning',
    says: /have a right that the migrations did not grant: grant truncate on leads to gatehouse_app\.$/,
    plant: ['grant truncate on leads to gatehouse_app'],
    undo: ['revoke truncate on leads from gatehouse_app'],
  },
  {
    what: 'a right that everybody has',
    check: 'schema',
    level: 'warning',
    says: /have a right that the migrations did not grant: grant select on leads to public\.$/,
    plant: ['grant select on leads to public'],
    undo: ['revoke select on leads from public'],
  },
  {
    what: 'a rule of row-level security that somebody added for a role of the service, and not one for a role of their own',
    check: 'schema',
    says: /^Row-level security has a rule that the migrations did not make: create policy all_leads on leads for select to gatehouse_app using \(true\)\.$/,
    plant: [
      'create policy all_leads on leads for select to gatehouse_app using (true)',
      'create policy own_leads on leads for select to current_user using (true)',
    ],
    undo: ['drop policy all_leads on leads', 'drop policy own_leads on leads'],
  },
  {
    what: 'what somebody added to tables of the service that stores otherwise or refuses, and not what is on a table of their own',
    check: 'schema',
    level: 'warning',
    says: /^Tables of the service have 5 parts that the migrations did not make, .* alter table leads add column color text not null; .*; and 2 more\.$/,
    plant: [
      'create table own (id int unique check (id > 0))',
      'create rule kept as on delete to own do instead nothing',
      'create rule kept as on delete to leads do instead nothing',
      `create function dropped() returns trigger language plpgsql as 'begin return null; end'`,
      'create trigger dropped before insert on leads for each row when (new.first_name is null) execute function dropped()',
      'create unique index one_name on leads (organization_id, first_name)',
      `alter table leads add constraint named check (last_name <> 'Doe') not valid`,
      'alter table leads add column color text not null',
      'alter table leads add column shade text, add column hue text not null default 0',
      'create index by_shade on leads (shade)',
    ],
    undo: [
      'drop table own',
      'drop rule kept on leads',
      'drop trigger dropped on leads',
      'drop function dropped()',
      'drop index one_name',
      'alter table leads drop constraint named, drop column color, drop column shade, drop column hue',
    ],
  },
  {
    what: 'a table that does not survive a crash',
    check: 'schema',
    says: /^The table idempotency_records is UNLOGGED, so PostgreSQL empties it after a crash/,
    plant: ['alter table idempotency_records set unlogged'],
    undo: ['alter table idempotency_records set logged'],
  },
  {
    what: 'an index that a failed statement left',
    check: 'schema',
    says: /^The index half_built is not valid/,
    plant: [
      'create index half_built on leads (id)',
      `update pg_index set indisvalid = false where indexrelid = 'half_built'::regclass`,
    ],
    undo: ['drop index half_built'],
  },
  {
    what: 'a restore that left out data',
    check: 'schema',
    says: /^The table database_identity is empty, .* so GET \/changes and GET \/export are answered with 500\.$/,
    plant: ['create table kept_identity as table database_identity', 'delete from database_identity'],
    undo: ['insert into database_identity table kept_identity', 'drop table kept_identity'],
  },
  {
    what: 'progress of a migration that has been applied',
    check: 'schema',
    level: 'warning',
    says: /^The table schema_migrations_under_way says that 0001-spine\.sql is not finished, but schema_migrations says that it has been applied/,
    plant: [`insert into schema_migrations_under_way values (1, '7')`],
    undo: ['delete from schema_migrations_under_way'],
  },
  {
    what: 'an event trigger that refuses to create tables',
    check: 'partitions',
    says: /^PostgreSQL refuses to create a table: ask the administrators\. So upkeep cannot create/,
    plant: [
      `create function no_tables() returns event_trigger language plpgsql as $$begin raise exception 'ask the administrators'; end$$`,
      `create event trigger no_tables on ddl_command_start when tag in ('CREATE TABLE') execute function no_tables()`,
    ],
    undo: ['drop event trigger no_tables', 'drop function no_tables()'],
  },
  {
    what: 'a month that is detached',
    check: 'partitions',
    says: /^The partition public\.events_2021_02 is detached, so nothing finds the rows in it/,
    plant: ['create table events_2021_02 (like events including all)', 'create table events_2021_13 (like events)'],
    undo: ['drop table events_2021_02, events_2021_13'],
  },
]
