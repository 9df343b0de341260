/**
 * Each fixture of a layout has an `.expected.txt` next to it: everything that its import must store, worked out by hand from the file and from the
 * description of the layout, and not taken from a run. A fixture may be text, a workbook, or both, with one result.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { questionsOf } from '#server/import/questions.ts'
import { NO_MAPPING } from '#server/import/read/mapping.ts'
import { everyRow } from './imported.ts'
import { differencesIn, findingsIn, importLayout, layoutFixture, rollLines, useWorldInMay } from './layouts.ts'
import { shownOn } from './shown.ts'

const world = useWorldInMay()

/** `asked` are the properties whose address the mapping file of the test answers; `asOf` is the flag, if the file needs it. */
type Expected = {
  layout: string
  day: string
  asOf: string | undefined
  asked: string[]
  answers: object
  body: string[]
}

function expectedOf(name: string): Expected {
  const lines = readFileSync(layoutFixture(name), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  const value = (key: string) => lines.find(line => line.startsWith(`${key}: `))?.slice(key.length + 2)
  return {
    layout: value('layout') ?? '',
    day: value('day') ?? '',
    asOf: value('as-of'),
    asked: value('asked')?.split(', ') ?? [],
    answers: JSON.parse(value('answers') ?? '{}'),
    body: lines.filter(line => !/^(?:layout|day|as-of|asked|answers): /.test(line)),
  }
}

async function actualOf(
  organization: Awaited<ReturnType<typeof world.organization>>,
  path: string,
  expected: Expected,
) {
  const { asked, asOf, day, answers } = expected
  const outcome = await importLayout(world, organization, path, asked, { skipBadRows: true, asOf }, answers)
  const told = [
    ...findingsIn(outcome).map(finding => `finding ${finding}`),
    ...differencesIn(outcome).map(difference => `differs ${difference}`),
  ]
  // A header cell with a line break makes the line numbers of the CSV file higher than those of the sheet.
  const lines = path.endsWith('.xlsx') ? told.map(withoutLine) : told
  return { outcome, body: [...(await shownOn(world, organization, day)).join('\n').split('\n'), ...lines] }
}

const withoutLine = (told: string) => told.replace(/^(finding|differs) \d+/, '$1')

for (const name of readdirSync(layoutFixture('')).filter(file => file.endsWith('.expected.txt'))) {
  const base = name.replace(/\.expected\.txt$/, '')
  const files = [`${base}.csv`, `${base}.xlsx`].filter(file => existsSync(layoutFixture(file)))
  for (const file of files) {
    test(`${file} is imported as worked out by hand, and again without a change`, async () => {
      const organization = await world.organization()
      const expected = expectedOf(name)
      const { outcome, body } = await actualOf(organization, layoutFixture(file), expected)
      assert.equal(outcome.layout?.name ?? 'template', expected.layout)
      assert.deepEqual(body, file.endsWith('.xlsx') ? expected.body.map(withoutLine) : expected.body)
      assert.equal(outcome.written, true)
      const before = await everyRow(world, organization)
      for (const again of files) {
        const { outcome: second } = await actualOf(organization, layoutFixture(again), expected)
        assert.deepEqual([second.written, second.unchanged], [true, second.rows], again)
      }
      assert.deepEqual(await everyRow(world, organization), before)
    })
  }
}

test('a pending renewal becomes an agreed term with its rent, and the file of its month does not change it', async () => {
  const organization = await world.organization()
  const path = layoutFixture('onesite-hard.csv')
  await importLayout(world, organization, path, ['Quarry Mill'], { skipBadRows: true })
  const renewals = () =>
    world.sql(
      `select n.starts_on::text, n.previous_end_date::text, l.end_date::text, l.term_type, c.amount_cents::int as rent
         from lease_renewals n
         join leases l on l.organization_id = n.organization_id and l.id = n.lease_id
         join lease_charges c on c.organization_id = n.organization_id and c.lease_id = n.lease_id
                             and c.code = 'RENT' and c.effective_from = n.starts_on
        where n.organization_id = $1`,
      [organization.id],
    )
  const agreed = {
    starts_on: '2026-06-01',
    previous_end_date: null,
    end_date: '2027-05-31',
    term_type: 'FIXED',
    rent: 142_500,
  }
  assert.deepEqual(await renewals(), [agreed])
  const roll = (await rollLines(world, organization, '2026-06-01')).find(line => line.includes(' 0312 '))
  // The fee for being month to month ends with the month before the term.
  assert.match(roll ?? '', /Åberg: RENT 1425: .*: 2026-06-01 to 2027-05-31/)
  const outcome = await importLayout(world, organization, path, ['Quarry Mill'], { skipBadRows: true })
  assert.deepEqual([outcome.unchanged, outcome.created.renewals], [outcome.rows, 0])
  assert.deepEqual(await renewals(), [agreed])
})

test('a status that a layout does not know is asked about, without a suggestion, and its unit is imported once it is answered', async () => {
  const organization = await world.organization()
  const path = layoutFixture('entrata-words.csv')
  const asked = await importLayout(world, organization, path, ['Quartz Place'], { dryRun: true })
  assert.deepEqual(asked.rowsLeftOut, 1)
  assert.deepEqual(questionsOf(asked, NO_MAPPING).statuses, { Reserved: '' })
  const outcome = await importLayout(
    world,
    organization,
    path,
    ['Quartz Place'],
    {},
    { statuses: { Reserved: 'OFFLINE' } },
  )
  assert.deepEqual([outcome.written, outcome.rowsLeftOut, outcome.rows], [true, 0, 4])
  const roll = await rollLines(world, organization, '2026-05-01')
  assert.ok(roll.includes('Quartz Place A-4 OFFLINE 1000'), roll.join('\n'))
})
