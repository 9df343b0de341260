/**
 * Migrations since the last release expand the schema, or state which code no longer works, because the previous release runs alongside the
 * new one.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MIGRATIONS } from '#server/database.ts'
import { readMigrations } from '#server/db/migration-files.ts'
import { contractionsIn } from '../contractions.ts'
import { releaseChangelog } from '../release.ts'

const released: { version: string | null; migration: number } = JSON.parse(
  readFileSync(new URL('../../released.json', import.meta.url), 'utf8'),
)

test('the check finds what a migration takes away from running code', () => {
  const cases: [string, string[]][] = [
    ['create table a (id int not null);', []],
    ['alter table a add column b int;', []],
    ["alter table a add column b text not null default '';", []],
    ['alter table a add constraint c check (b is not null) not valid;', []],
    ['alter table a drop constraint c;', []],
    ['drop index a_by_b; drop trigger t on a;', []],
    ['create table a (id int); alter table a alter column id set not null;', []],
    ['-- drop table a\nselect 1;', []],
    ['create function f() returns void language plpgsql as $$ begin drop table a; end $$;', []],
    ['drop table a;', ['drops an object']],
    ['alter table a drop column b;', ['drops a column']],
    ['alter table a drop b;', ['drops a column']],
    ['alter table a rename column b to c;', ['renames']],
    ['alter table a rename to c;', ['renames']],
    ['alter table a alter column b type text;', ['changes a type']],
    ['alter table a alter b set not null;', ['makes an optional value required']],
    ['alter table a add column b text not null;', ['adds a required column']],
    ['drop function f(int);', ['drops a function']],
    ['revoke select on a from b;', ['revokes a privilege']],
  ]
  for (const [sql, found] of cases) assert.deepEqual(contractionsIn(sql), found, sql)
})

test('every migration since the last release expands the schema, or states that the last release still works', async () => {
  const migrations = await readMigrations(MIGRATIONS)
  assert.ok(released.migration <= (migrations.at(-1)?.version ?? 0))
  // Before the first release there is no older code that must keep working.
  if (released.version === null) return
  for (const { version, name, sql, oldestCode } of migrations) {
    if (version <= released.migration) continue
    const taken = contractionsIn(sql)
    if (taken.length === 0) continue
    assert.ok(
      oldestCode !== null,
      `${name} ${taken.join(', ')}: expand now and contract a release later (docs/upgrade.md)`,
    )
    assert.ok(
      oldestCode <= released.migration,
      `${name} breaks the last release, whose newest migration is ${released.migration}`,
    )
  }
})

test('a release dates the unreleased section of the changelog, and refuses an empty one', () => {
  const text = '# Changelog\n\n## 0.2.0, unreleased\n\n- New.\n\n## 0.1.0, 2026-01-02\n\n- Old.\n'
  assert.equal(releaseChangelog(text, '0.2.0', '2026-03-04'), text.replace('0.2.0, unreleased', '0.2.0, 2026-03-04'))
  assert.throws(() => releaseChangelog(text.replace('- New.\n', ''), '0.2.0', '2026-03-04'), /says nothing/)
  assert.throws(() => releaseChangelog('# Changelog\n', '0.2.0', '2026-03-04'), /no section/)
})
