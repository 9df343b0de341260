/** The page of operations finds the file of an implementation, however a table refers to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findImplementation } from './operations-page.ts'

/** Planted files; ‹…› stands for quotes, or `tidy` would take what they import for imports of this file. */
const FILES: Record<string, string> = {
  'server/src/table.ts': `
import { taken } from ‹#server/domain/taken.ts›
import { other as renamed } from ‹./domain/renamed.ts›
import { mapped as local } from ‹./domain/mapped.ts›
import { more } from ‹./more.ts›
import { made } from ‹./domain/made.ts›
import * as whole from ‹./domain/whole.ts›
import { v1Implementations } from ‹./v1.ts›

const { listed } = v1Implementations

export const table = {
  taken,
  renamed,
  mappedTo: local,
  createdBy: made.created,
  ...more,
  ...whole,
  listed,
  written: (context, { id }) => local(context, id),
}`,
  'server/src/more.ts': `import { spread } from ‹./domain/spread.ts›\nexport const more = { spread }`,
  'server/src/v1.ts': `import { listed } from ‹./domain/listed.ts›\nexport const v1Implementations = { listed }`,
  'server/src/domain/taken.ts': `export async function taken() {}`,
  'server/src/domain/renamed.ts': `export const other = () => {}`,
  'server/src/domain/mapped.ts': `export function mapped() {}`,
  'server/src/domain/made.ts': `export const made = makeOperations()`,
  'server/src/domain/whole.ts': `export const inWhole: Whole = () => {}`,
  'server/src/domain/spread.ts': `export const spread: Spread[‹spread›] = () => {}`,
  'server/src/domain/listed.ts': `export const listed = () => {}`,
}
const read = (file: string) => FILES[file]?.replace(/[‹›]/g, "'")

for (const [name, file] of [
  ['taken', 'server/src/domain/taken.ts'],
  ['renamed', 'server/src/domain/renamed.ts'],
  ['mappedTo', 'server/src/domain/mapped.ts'],
  ['createdBy', 'server/src/domain/made.ts'],
  ['spread', 'server/src/domain/spread.ts'],
  ['inWhole', 'server/src/domain/whole.ts'],
  ['listed', 'server/src/domain/listed.ts'],
  ['written', 'server/src/table.ts'],
  ['missing', undefined],
] as const) {
  test(`${name} is implemented in ${file}`, () =>
    assert.equal(findImplementation(name, 'server/src/table.ts', read), file))
}
