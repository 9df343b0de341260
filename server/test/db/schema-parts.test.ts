/** What a schema lacks, part by part: the doctor compares the schema of a database with the one that the migrations make. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SCHEMA } from '#server/database.ts'
import { excessRights, missingParts } from '#server/db/schema-parts.ts'

const schema = readFileSync(SCHEMA, 'utf8')
const CHANGES: [what: string, from: RegExp, to: string, missing: RegExp[]][] = [
  ['nothing', /$/, '', []],
  [
    'a right',
    /^grant (?:\w+, )?insert(.*) on leads to gatehouse_app;$/m,
    'grant x$1 on leads to gatehouse_app;',
    [/^grant insert on leads to gatehouse_app;$/],
  ],
  ['an index', /^CREATE UNIQUE INDEX organizations_by_live .*\n/m, '', [/^CREATE UNIQUE INDEX organizations_by_live /]],
  ['a column', / {2}sandbox_of uuid,\n/, '', [/^alter table organizations add column sandbox_of uuid;$/]],
  [
    'a constraint',
    / {2}constraint organizations_check .*,\n/,
    '',
    [/^alter table organizations add constraint organizations_check /],
  ],
  ['a policy', /^create policy console on organizations .*\n/m, '', [/^create policy console on organizations /]],
  [
    'the body of a function',
    /pg_notify\('gatehouse_keys', ''\)/,
    'null',
    [/^CREATE OR REPLACE FUNCTION public.announce_key_change/],
  ],
  [
    'a function in one line',
    /(announce_key_change[^$]*\$function\$)[^$]*/,
    '$1 begin return null; end ',
    [/announce_key_change/],
  ],
  [
    'who else may run a function whose body is a single expression',
    /(FUNCTION public\.current_organization[^;]*;\n)/,
    '$1grant execute on function current_organization() to dana;\n',
    [],
  ],
  ['how a table is tuned', /^alter table audit\.calls alter column organization_id set .*\n/m, '', []],
]

for (const [what, from, to, missing] of CHANGES) {
  test(`a schema that differs in ${what} lacks ${missing.length === 0 ? 'nothing' : 'that'}`, () => {
    assert.match(schema, from)
    const parts = missingParts(schema, schema.replace(from, to)).map(({ sql }) => sql)
    assert.equal(parts.length, missing.length, parts.join('\n'))
    for (const [index, pattern] of missing.entries()) assert.match(parts[index] as string, pattern)
  })
}

test('rights of the roles of the service are in excess if nothing grants them, and rights of others are not looked at', () => {
  const more = `${schema}\ngrant select, truncate on leads to gatehouse_app;\ngrant all on leads to dana;\n`
  assert.deepEqual(
    excessRights(schema, more).map(({ sql }) => sql),
    ['grant truncate on leads to gatehouse_app;'],
  )
})
