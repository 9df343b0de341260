/** Generated files are committed, so that changes to them are reviewed, and none is stale. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from 'node:test'
import { GENERATED } from './generated-files.ts'

for (const { path, make } of GENERATED) {
  test(`${basename(path)} is up to date; otherwise run \`npm run generate\``, async () => {
    assert.equal(await readFile(path, 'utf8'), await make())
  })
}
