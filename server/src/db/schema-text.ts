/** The schema of a database as text, read from its catalogs: tables, constraints, indexes, triggers, policies, functions and grants. */
import type pg from 'pg'

/**
 * Two databases with the same schema give the same text, no matter who owns them. Tables named `schema_migrations…` are the migrator's own, and the
 * monthly partitions are those of upkeep. Reads as the owner of the schema.
 */
export async function schemaText(client: pg.Client): Promise<string> {
  const parts: string[] = []
  for (const sql of [EXTENSIONS, SCHEMAS, FUNCTIONS, TABLES])
    parts.push(...(await client.query(sql)).rows.map(({ text }) => text))
  return `${HEADER}\n${parts.join('\n\n')}\n`
}

const HEADER = `-- What the migrations make, all together. Written by \`npm run generate\`; never edited, and compared by the tests.\n`

const OURS = `n.nspname in ('public', 'audit', 'console')`
const OF_EXTENSION = (catalog: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** The name of an owner if it is a role of the service. Any other is the login that the operator chose. */
const OF_ROLE = (owner: string) =>
  `(case when ${owner}::regrole::text = any ('{gatehouse_app,gatehouse_platform,gatehouse_console}') then ${owner}::regrole::text end)`

const EXTENSIONS = `select format('create extension %I;', extname) as text from pg_extension where extname <> 'plpgsql' order by 1`

/** Privileges in the words of `grant`; the owner's own are left out. */
const grants = (what: string, acl: string, owner: string) => `
  (select string_agg(line, E'\\n' order by line) from (
     select format(E'grant %s on %s to %s;', string_agg(lower(privilege_type), ', ' order by privilege_type), ${what},
              case grantee when 0 then 'public' else grantee::regrole::text end) as line
       from aclexplode(${acl}) where grantee <> ${owner} group by grantee) granted)`

const SCHEMAS = `
  select concat_ws(E'\\n', format('create schema %I;', n.nspname),
           format('alter schema %I owner to ', n.nspname) || ${OF_ROLE('n.nspowner')} || ';',
           ${grants(`'schema ' || n.nspname`, 'n.nspacl', 'n.nspowner')}) as text
    from pg_namespace n where ${OURS} and n.nspname <> 'public'
  union all
  select ${grants(`'schema public'`, 'n.nspacl', 'n.nspowner')} from pg_namespace n where n.nspname = 'public'
   order by 1`

const FUNCTIONS = `
  select concat_ws(E'\\n', rtrim(pg_get_functiondef(p.oid), E'\\n') || ';', ${grants(`'function ' || p.oid::regprocedure`, 'p.proacl', 'p.proowner')}) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${OURS} and not ${OF_EXTENSION('pg_proc', 'p.oid')} order by p.oid::regprocedure::text`

const COLUMNS = `
  select string_agg(concat_ws(' ', '  ' || quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
           case when a.attcollation <> (select t.typcollation from pg_type t where t.oid = a.atttypid) then 'collate ' || a.attcollation::regcollation end,
           case when a.attnotnull then 'not null' end, case a.attgenerated when 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
           else 'default ' || pg_get_expr(d.adbin, d.adrelid) end), E',\\n' order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

const CONSTRAINTS = `
  select string_agg(format('  constraint %I %s', o.conname, pg_get_constraintdef(o.oid, true)), E',\\n' order by o.contype = 'p' desc, o.conname)
    from pg_constraint o where o.conrelid = c.oid and o.contype in ('p', 'u', 'f', 'c', 'x')`

/** A foreign key names the index that it looks into, which is not its own. The constraints of the table are found by an index, and all others are not read. */
const INDEXES = `
  select string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\\n' order by i.indexrelid::regclass::text)
    from pg_index i where i.indrelid = c.oid and not exists (
          select from pg_constraint o where o.conrelid = i.indrelid and o.conindid = i.indexrelid and o.contype <> 'f')`

const TRIGGERS = `
  select string_agg(pg_get_triggerdef(g.oid, true) || ';', E'\\n' order by g.tgname) from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal`

const RULES = `
  select string_agg(regexp_replace(pg_get_ruledef(r.oid, true), '\\s+', ' ', 'g'), E'\\n' order by r.rulename) from pg_rewrite r where r.ev_class = c.oid`

const POLICIES = `
  select string_agg(concat_ws(' ', format('create policy %I on %s%s for %s to %s', p.policyname, c.oid::regclass, case p.permissive when 'RESTRICTIVE' then ' as restrictive' end,
           lower(p.cmd), array_to_string(p.roles, ', ')),
           'using (' || regexp_replace(p.qual, '\\s+', ' ', 'g') || ')', 'with check (' || p.with_check || ')') || ';', E'\\n' order by p.policyname)
    from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname`

const COLUMN_SETTINGS = `
  select string_agg(format('alter table %s alter column %I set (%s);', c.oid::regclass, a.attname, array_to_string(a.attoptions, ', ')), E'\\n' order by a.attnum)
    from pg_attribute a where a.attrelid = c.oid and a.attoptions is not null and not a.attisdropped`

const COLUMN_GRANTS = `
  select string_agg(format('grant %s (%s) on %s to %s;', privilege, columns, c.oid::regclass, grantee), E'\\n' order by grantee, privilege)
    from (select lower(e.privilege_type) as privilege, case e.grantee when 0 then 'public' else e.grantee::regrole::text end as grantee, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
            from pg_attribute a cross join aclexplode(a.attacl) e where a.attrelid = c.oid group by 1, 2) granted`

const TABLES = `
  select concat_ws(E'\\n',
           format(E'create table %s (\\n%s\\n)%s;', c.oid::regclass, concat_ws(E',\\n', (${COLUMNS}), (${CONSTRAINTS})), ' partition by ' || pg_get_partkeydef(c.oid)),
           case when c.relispartition then
             format('alter table %s attach partition %s %s;', i.inhparent::regclass, c.oid::regclass, pg_get_expr(c.relpartbound, c.oid)) end,
           format('alter table %s owner to ', c.oid::regclass) || ${OF_ROLE('c.relowner')} || ';',
           (${INDEXES}), (${TRIGGERS}), (${RULES}),
           case when c.relrowsecurity then format('alter table %s enable row level security;', c.oid::regclass) end,
           (select format('alter table %s set (%s);', c.oid::regclass, string_agg(setting, ', ' order by setting)) from unnest(c.reloptions) setting
            having count(*) > 0),
           (${COLUMN_SETTINGS}),
           case when c.relforcerowsecurity then format('alter table %s force row level security;', c.oid::regclass) end,
           (${POLICIES}), ${grants('c.oid::regclass', 'c.relacl', 'c.relowner')}, (${COLUMN_GRANTS})) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_inherits i on i.inhrelid = c.oid
   where ${OURS} and c.relkind in ('r', 'p') and c.relname !~ '^schema_migrations|_\\d{4}_\\d{2}$'
   order by n.nspname, c.relname`
