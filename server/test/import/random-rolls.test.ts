/**
 * Random portfolios, written as each layout and each program does, are read and stored exactly: every unit, resident, day, charge, deposit, balance
 * and total.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../sizes.ts'
import { everyRow, fileOf } from './imported.ts'
import { differencesIn, findingsIn, importLayout, useWorldInMay } from './layouts.ts'
import { DAY, portfolio } from './random/portfolio.ts'
import type { Style } from './random/report.ts'
import { expectedOf, nextOf, REPORTS, readBy } from './random/reports.ts'
import { readText } from './read-all.ts'
import { rentRollOn } from './rent-roll-on.ts'
import { assertReproduces, type Stated } from './reproduction.ts'
import { workbookOf } from './workbook.ts'

const world = useWorldInMay()
/** Short runs always have the same portfolios; long runs have different ones each time, unless FUZZ_SEED repeats a run. */
const seed = Number(process.env.FUZZ_SEED ?? repeats(20_260_501, randomInt(2 ** 31)))

const two = (value: number) => String(value).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS: Record<string, (year: number, month: number, day: number) => string> = {
  short: (year, month, day) => `${month}/${day}/${year}`,
  padded: (year, month, day) => `${two(month)}/${two(day)}/${year}`,
  'two digits of the year': (year, month, day) => `${month}/${day}/${two(year % 100)}`,
  ISO: (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  words: (year, month, day) => `${day}-${MONTHS[month - 1]}-${year}`,
  serial: (year, month, day) => String(Date.UTC(year, month - 1, day) / 86_400_000 + 25_569),
}
const grouped = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
const MONEY: Record<string, (cents: number) => string> = {
  parentheses: cents => (cents < 0 ? `(${grouped(-cents)})` : grouped(cents)),
  dollars: cents => (cents < 0 ? `($${grouped(-cents)})` : `$${grouped(cents)}`),
  'a space after the sign': cents => (cents < 0 ? `-$\u00a0${grouped(-cents)}` : `$\u00a0${grouped(cents)}`),
  'minus behind': cents => (cents < 0 ? `${grouped(-cents)}-` : grouped(cents)),
  CR: cents => (cents < 0 ? `${grouped(-cents)} CR` : grouped(cents)),
  plain: cents => String(cents / 100),
}

const form = fc.record({
  money: fc.constantFrom(...Object.keys(MONEY)),
  day: fc.constantFrom(...Object.keys(DAYS)),
  file: fc.constantFrom('commas', 'CRLF and a mark', 'semicolons', 'tabs in UTF-16', 'Windows-1252', 'a workbook'),
  blankRows: fc.boolean(),
  pad: fc.constantFrom('', ' ', '\u00a0'),
})
type Form = typeof form extends fc.Arbitrary<infer T> ? T : never

const styleOf = ({ money, day }: Form): Style => ({
  money: cents => (MONEY[money] as (cents: number) => string)(cents) || '0',
  day: text => {
    if (text === undefined) return ''
    const [year, month, date] = text.split('-').map(Number) as [number, number, number]
    return (DAYS[day] as (year: number, month: number, day: number) => string)(year, month, date)
  },
})

async function bytesOf(rows: readonly string[][], { file, blankRows, pad }: Form): Promise<Buffer> {
  const padded = rows.map(row => row.map(cell => (cell === '' ? '' : `${pad}${cell}${pad}`)))
  const spaced = blankRows ? padded.flatMap((row, index) => (index % 4 === 0 ? [row, ['']] : [row])) : padded
  if (file === 'a workbook') return workbookOf(spaced)
  const delimiter = file === 'semicolons' ? ';' : file === 'tabs in UTF-16' ? '\t' : ','
  const quoted = (cell: string) =>
    cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const text = spaced.map(row => row.map(quoted).join(delimiter)).join(file.startsWith('CRLF') ? '\r\n' : '\n')
  if (file === 'tabs in UTF-16') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (file === 'Windows-1252') return Buffer.from(text.replaceAll('’', '\u0092'), 'latin1')
  return Buffer.from(file.startsWith('CRLF') ? `\ufeff${text}` : text)
}

/** The facts without those that are not stated. */
const stated = (row: Stated): unknown => JSON.parse(JSON.stringify(row))

for (const report of REPORTS) {
  test(`a random portfolio is read from ${report.name} as it was written`, async () => {
    await fc.assert(
      fc.asyncProperty(portfolio, form, async (properties, how) => {
        const { rows, problems, end } = await readText(await bytesOf(report.write(properties, styleOf(how)), how), {
          today: '2026-05-01',
        })
        const expected = expectedOf(report, properties)
        assert.deepEqual(
          rows.map(row => stated(readBy(row))),
          expected.map(stated),
        )
        const next = rows.flatMap(({ property, unit, futureTenancies }) =>
          futureTenancies.map(({ residents, lease }) => [
            `${property.name} ${unit.label}`,
            residents.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
            [
              lease.moveIn,
              lease.to,
              lease.rentCents,
              lease.depositCents,
              (lease.pastDueCents ?? 0) - (lease.prepaidCents ?? 0),
            ],
          ]),
        )
        assert.deepEqual(
          next,
          nextOf(report, properties).map(([place, { people, moveIn, to, charges, depositCents, balanceCents }]) => [
            place,
            people.map(names => names.join(' ')),
            [
              moveIn,
              to,
              charges
                .filter(({ word }) => word === 'rent' || word === 'hap')
                .reduce((sum, { cents }) => sum + cents, 0),
              depositCents,
              balanceCents,
            ],
          ]),
        )
        assert.deepEqual(
          end.blocks.filter(block => block.stated !== block.read),
          [],
        )
        assert.deepEqual(problems, [])
        assert.equal(end.rowsLeftOut, 0)
      }),
      { numRuns: repeats(25, 1_500), seed },
    )
  })
}

for (const report of REPORTS) {
  test(`the rent roll of a random portfolio from ${report.name} is the one that was written, and the same report in another form changes nothing`, async () => {
    await fc.assert(
      fc.asyncProperty(portfolio, form, form, async (random, first, second) => {
        const properties = random.map(each => ({
          ...each,
          homes: each.homes.map(home => (home.living ? { ...home, next: undefined } : home)),
        }))
        const organization = await world.organization()
        const imported = async (how: Form) => {
          const path = fileOf(await bytesOf(report.write(properties, styleOf(how)), how))
          return importLayout(
            world,
            organization,
            path,
            properties.map(({ name }) => name),
          )
        }
        const outcome = await imported(first)
        assert.deepEqual([outcome.written, findingsIn(outcome), differencesIn(outcome)], [true, [], []])
        const expected = expectedOf(report, properties)
        assertReproduces(expected, await rentRollOn(world, organization, DAY), DAY)
        const stored = await everyRow(world, organization)
        const again = await imported(second)
        assert.deepEqual([again.unchanged, findingsIn(again)], [expected.length, []])
        assert.deepEqual(await everyRow(world, organization), stored)
      }),
      { numRuns: repeats(1, 40), seed },
    )
  })
}
