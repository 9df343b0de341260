/** Compares two texts of a schema (schema-text.ts) part by part: a column, a constraint, an index, a trigger, a policy, a function, a single right. */

/** A part of a schema; `sql` creates it. */
export type SchemaPart = { kind: Kind; sql: string }

export type Kind = 'right' | 'owner' | 'row security' | 'index' | 'trigger' | 'function' | 'table' | 'other'

const KINDS: readonly [begins: RegExp, kind: Kind][] = [
  [/^grant /, 'right'],
  [/ owner to \S+;$/, 'owner'],
  [/^(?:create policy|alter table \S+ (?:enable|force) row level) /, 'row security'],
  [/^CREATE (?:UNIQUE )?INDEX /, 'index'],
  [/^CREATE (?:CONSTRAINT )?TRIGGER /, 'trigger'],
  [/^CREATE OR REPLACE FUNCTION /, 'function'],
  [/^(?:create table|alter table \S+ add|alter table \S+ attach partition) /, 'table'],
]
/** How an operator tunes a table, such as its autovacuum, is theirs. */
const TUNING = /^alter table \S+ (?:alter column \S+ )?set \(/
const OUR_ROLE = / to gatehouse_\w+;$/
/** What everybody may do, the roles of the service may do as well. Functions are left out, because everybody may run one that says nothing else. */
const EVERYBODY = /^grant \w+(?: \(\w+\))? on (?!function ).* to public;$/
const POLICY = /^create policy \S+ on \S+ (?!as restrictive )for \w+ to (.+?)(?: using| with check|;)/

/** What `wanted` has and `found` lacks, in the order of `wanted`. */
export function missingParts(wanted: string, found: string): SchemaPart[] {
  const there = new Set(partsOf(found).map(({ sql }) => sql))
  return partsOf(wanted).filter(({ sql }) => !there.has(sql))
}

/**
 * The statements that create these parts. A trigger, a policy or an index of the same name, which somebody has changed, is dropped first. An owner can
 * be given, and a function be replaced, as it is.
 */
export function repairing(parts: readonly SchemaPart[]): string[] {
  return parts.flatMap(({ kind, sql }) => {
    const [, policy] = /^create policy (\S+ on \S+) /.exec(sql) ?? []
    if (policy !== undefined) return [`drop policy if exists ${policy};`, sql]
    const [, trigger, table] = /^CREATE (?:CONSTRAINT )?TRIGGER (\S+) .*? ON (\S+) /.exec(sql) ?? []
    if (trigger !== undefined) return [`drop trigger if exists ${trigger} on ${table};`, sql]
    const [, index, schema = 'public'] = /^CREATE (?:UNIQUE )?INDEX (\S+) ON (?:ONLY )?(?:(\w+)\.)?/.exec(sql) ?? []
    // An index that a constraint uses is created with the constraint.
    return kind === 'index' ? [`drop index if exists ${schema}.${index};`, sql] : [sql]
  })
}

/** The rights that the roles of the service, or everybody, have in `found` and not in `wanted`. */
export function excessRights(wanted: string, found: string): SchemaPart[] {
  return [...missingParts(found, wanted), ...rightsOfEverybody(wanted, found)].filter(({ kind }) => kind === 'right')
}

function rightsOfEverybody(wanted: string, found: string): SchemaPart[] {
  const of = (schema: string) =>
    [...schema.matchAll(/^grant .* to public;$/gm)]
      .flatMap(([line]) => singleRights(line))
      .filter(right => EVERYBODY.test(right))
  const granted = new Set(of(wanted))
  return of(found)
    .filter(right => !granted.has(right))
    .map(sql => ({ kind: 'right', sql }))
}

/** The policies of `found` that are not in `wanted` and show rows to a role of the service. What a role of the operator sees is theirs to say. */
export function excessPolicies(wanted: string, found: string): SchemaPart[] {
  return missingParts(found, wanted).filter(({ sql }) =>
    /\b(?:gatehouse_\w+|public)\b/.test(POLICY.exec(sql)?.[1] ?? ''),
  )
}

/** What `found` has on tables of `wanted`, `wanted` lacks, and can change or refuse what is written: triggers, rules, and demands on the rows. */
export function excessOnWrites(wanted: string, found: string): SchemaPart[] {
  const tables = new Set([...wanted.matchAll(/^create table (\S+) \(/gm)].map(([, name]) => name))
  return missingParts(found, wanted).filter(({ sql }) =>
    ON_WRITES.some(form => {
      const table = form.exec(sql)?.[1]?.replace(/^public\./, '')
      return tables.has(table)
    }),
  )
}

/** The forms of statements that make such a part, and the table in each. */
const ON_WRITES = [
  /^CREATE (?:CONSTRAINT )?TRIGGER .*? ON (\S+) (?:FROM|NOT|DEFERRABLE|INITIALLY|REFERENCING|FOR|EXECUTE) /,
  /^CREATE RULE .*? TO (\S+) (?:WHERE|DO) /,
  /^CREATE UNIQUE INDEX .*? ON (?:ONLY )?(\S+) USING /,
  /^alter table (\S+) add constraint /,
  /^alter table (\S+) add column (?!.* (?:default|generated) ).* not null;$/,
]

function partsOf(schema: string): SchemaPart[] {
  const parts: SchemaPart[] = []
  const add = (sql: string) => {
    const kind = KINDS.find(([begins]) => begins.test(sql))?.[1] ?? 'other'
    if (!TUNING.test(sql) && (kind !== 'right' || OUR_ROLE.test(sql))) parts.push({ kind, sql })
  }
  for (const [statement] of schema.matchAll(STATEMENT)) {
    if (statement.startsWith('create table ')) tableParts(statement).forEach(add)
    else if (statement.startsWith('grant ')) singleRights(statement).forEach(add)
    else add(statement)
  }
  return parts
}

/** A function ends with the quotes of its body, or if that has none, with its first semicolon; any other statement with its last line. */
const STATEMENT =
  /^(?:CREATE OR REPLACE FUNCTION (?:[^$;]*;$|[\s\S]*?\$function\$;$)|create table [\s\S]*?^\).*;|(?:create|alter|grant|CREATE) .*;)$/gm

/** A table without its columns, and then each column and constraint. */
function tableParts(statement: string): string[] {
  const [, name, body = '', end] = /^create table (\S+) \(\n([\s\S]*)\n\)(.*);$/.exec(statement) ?? []
  const lines = body.split(/,\n(?= {2})/).map(line => line.trim())
  return [
    `create table ${name} ()${end};`,
    ...lines.map(line => `alter table ${name} add ${line.startsWith('constraint ') ? '' : 'column '}${line};`),
  ]
}

/** One right per statement: a role may lack any of them. */
function singleRights(statement: string): string[] {
  const [, rights = '', columns, rest] = /^grant ([^()]+?)(?: \(([^)]*)\))? on (.*)$/.exec(statement) ?? []
  if (columns === undefined) return rights.split(', ').map(right => `grant ${right} on ${rest}`)
  return columns.split(', ').map(column => `grant ${rights} (${column}) on ${rest}`)
}
