/** A later file that spells the names of residents differently is about the same residents: nobody is doubled, and nobody moves out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameName } from '#server/import/plan/similar-names.ts'
import { notesIn, parseResidents } from '#server/import/read/names.ts'
import { useWorld } from '../world.ts'
import { fileOf, importFile } from './imported.ts'
import { rentRollOn } from './rent-roll-on.ts'

const world = useWorld()

/** Each resident as one file and the next one write the name. */
const SPELLINGS = [
  ['José García', 'Jose Garcia'],
  ['Smith, John', 'John Smith'],
  ['Zoë Müller', 'MULLER, ZOE'],
  ["Mary O'Neil", 'Mary O’Neil'],
  ["Sean O'Brien", 'Sean OBrien'],
  ['Anne-Marie Elm', 'Anne Marie Elm'],
  ['De La Cruz, Ana', 'Delacruz, Ana'],
  ['Ann Jones-Smith', 'Ann Jones Smith'],
  ['Łukasz Żak', 'Lukasz Zak'],
  ['Wm. Oak', 'Wm Oak'],
] as const

function roll(asOf: string, leaseFrom: string, names: readonly string[]): string {
  const rows = names.map((name, at) => `"Oak - 1 Oak St Akron, OH 44301",${101 + at},"${name}",900,${leaseFrom},500`)
  return fileOf(`As of: ${asOf}\nProperty,Unit,Tenant,Rent,Lease From,Deposit\n${rows.join('\n')}\n`)
}

test('names that differ in accents, hyphens, apostrophes or spaces are those of the same residents, who keep their stored names', async () => {
  const organization = await world.organization()
  const spelled = (which: 0 | 1) => SPELLINGS.map(names => names[which])
  await importFile(world, organization, roll('2/1/2026', '1/1/2026', spelled(0)))
  const before = (await rentRollOn(world, organization, '2026-03-01')).rows.map(row => row.resident_name)
  // With the start of a renewal, a stranger would be a new tenant, and with the option the resident would move out.
  const outcome = await importFile(world, organization, roll('3/1/2026', '3/1/2026', spelled(1)), {
    closeMissing: true,
  })
  assert.deepEqual(
    [outcome.written, outcome.movedOut, outcome.created.residents, outcome.created.leases],
    [true, 0, 0, 0],
  )
  const after = (await rentRollOn(world, organization, '2026-03-01')).rows.map(row => row.resident_name)
  assert.deepEqual(after, before)
})

test('other letters are another name', () => {
  for (const [one, other] of [
    ['Ann Elm', 'Anna Elm'],
    ['Ann Elm', 'Ann Elms'],
    ['Ann Jones', 'Ann Jones-Smith'],
    ['王 伟', '李 伟'],
  ] as const)
    assert.equal(isSameName(parseResidents(one)[0]!, parseResidents(other)[0]!), false, `${one} and ${other}`)
})

test('of two residents with one first word, each is matched by the whole name first', async () => {
  const organization = await world.organization()
  await importFile(world, organization, roll('2/1/2026', '1/1/2026', ['Mary Kate Elm; Mary Ann Elm']))
  const swapped = roll('3/1/2026', '1/1/2026', ['Mary Ann Elm; Mary Kate Elm'])
  const outcome = await importFile(world, organization, swapped)
  assert.deepEqual([outcome.written, outcome.created.residents], [true, 0])
  const [row] = (await rentRollOn(world, organization, '2026-03-01')).rows
  assert.equal(row?.resident_name, 'Mary Ann Elm')
})

test('a name that begins with the letters of a note is a name', () => {
  const read = (cell: string) =>
    parseResidents(cell).map(({ first_name: first, last_name: last }) => `${first} ${last}`)
  for (const name of [
    'Hudson Elm',
    'Legalle Elm',
    'Managerson Elm',
    'Mtmba Elm',
    'Noticeby Elm',
    'Evicta Elm',
    'Lotte Elm',
  ])
    assert.deepEqual(
      [read(name), read(name.replace(/(\S+) (\S+)/, '$1, $2')), notesIn(name)],
      [[name], [name.replace(/(\S+) (\S+)/, '$2 $1')], []],
    )
  for (const cell of ['HUD Ann Elm', 'HUD/Ann Elm', 'Sec 8 Ann Elm']) assert.deepEqual(read(cell), ['Ann Elm'])
})
