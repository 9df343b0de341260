/** The mapping files of the command `import`: the questions of a file of another system, and their answers. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { connectionString, type Ended, gatehouse } from './processes.ts'

const world = useWorld({ own: true })
const run = (...words: string[]) =>
  gatehouse([...words, '--json'], { DATABASE_URL: connectionString(world.database.connection) })
const onlyObject = ({ stdout }: Ended): Record<string, unknown> => JSON.parse(stdout)

function objectOf(ended: Ended): Record<string, unknown> {
  assert.equal(ended.code, 0, ended.stderr)
  return onlyObject(ended)
}

test('import writes the questions about a file from another system, and accepts the answers', async () => {
  const { organization_id: own } = objectOf(await run('org', 'create', '--name', 'Oxbow', '--plan', 'PRO'))
  const file = join(import.meta.dirname, '../import/fixtures/layouts/yardi-lease-charges.csv')
  const map = join(mkdtempSync(join(tmpdir(), 'gatehouse-map-')), 'mapping.json')
  const words = ['import', '--org', own as string, '--layout', 'yardi-lease-charges']
  const asked = await run(...words, '--dry-run', '--write-map', map, file)
  // The property has no address yet, so the file could not be imported as it is.
  assert.deepEqual([asked.code, onlyObject(asked).layout], [1, 'yardi-lease-charges'])
  const questions = JSON.parse(readFileSync(map, 'utf8'))
  assert.deepEqual(questions, {
    properties: { oxb: { name: 'Oxbow Flats', address_line: '', city: '', state: '', postal_code: '' } },
    charges: { rent: 'RENT', trash: 'UTILITY' },
    statuses: {},
  })
  const refused = await run(...words, '--map', map, file)
  assert.equal(refused.code, 1)
  const address = { address_line: '1 Mill Road', city: 'Columbus', state: 'OH', postal_code: '43215' }
  questions.properties.oxb = { ...questions.properties.oxb, ...address }
  writeFileSync(map, JSON.stringify({ ...questions, charges: { ...questions.charges, trash: 'OTHER' } }))
  const written = objectOf(await run(...words, '--map', map, file))
  assert.deepEqual([written.written, written.rows], [true, 3])
  // The answers are remembered: the same file needs no mapping file, and its questions are answered.
  const again = objectOf(await run('import', '--org', own as string, '--write-map', map, file))
  assert.deepEqual([again.written, again.unchanged], [true, 3])
  assert.deepEqual(JSON.parse(readFileSync(map, 'utf8')), {
    properties: {},
    charges: { rent: 'RENT', trash: 'OTHER' },
    statuses: {},
  })
  writeFileSync(map, '{"charges":{"rent":"RNT"}}')
  assert.match((await run(...words, '--map', map, file)).stderr, /charges\.rent: it must be one of RENT, PARKING/)
})

test('import refuses a mapping file that cannot be written before it imports anything', async () => {
  const { organization_id: own } = objectOf(await run('org', 'create', '--name', 'Willow', '--plan', 'PRO'))
  const template = join(import.meta.dirname, '../../../docs/import-template.csv')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-map-'))
  for (const [path, code] of [
    [join(folder, 'nowhere/mapping.json'), 'ENOENT'],
    [folder, 'EISDIR'],
  ] as const) {
    const refused = await run('import', '--org', own as string, '--write-map', path, template)
    assert.deepEqual([refused.code, onlyObject(refused).error], [1, 'unavailable'], refused.stderr)
    assert.match(refused.stderr, new RegExp(`^gatehouse: ${path} cannot be written \\(${code}\\)\\. Name a file .*\n$`))
  }
  const first = objectOf(await run('import', '--org', own as string, '--as-of', '2026-03-01', template))
  assert.equal((first.created as Record<string, number>).units, 5, 'nothing was there')
})
