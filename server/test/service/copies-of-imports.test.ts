/** A copy that `sync` keeps equals a fresh one, whatever files are imported, on whatever day, and wherever the copy was interrupted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type Batch, createClient, type SyncOptions } from '#client/index.ts'
import { addDays, todayIn } from '#server/base/dates.ts'
import { DAY_MS } from '#server/base/instants.ts'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
import type { Outcome } from '#server/import/outcome.ts'
import type { RowsOutcome } from '#server/import/rows/outcome.ts'
import { createRandom } from '#server/seed/random.ts'
import { fileOf, importFile, importPayments, importWorkOrders } from '../import/imported.ts'
import { importLedger } from '../import/ledger-lines.ts'
import { repeats } from '../sizes.ts'
import { useOrganization, useWorld } from '../world.ts'
import { until } from './processes.ts'

const world = useWorld({ own: true })
const organization = useOrganization(world, { plan: 'ENTERPRISE' })
const random = createRandom('copies of imports')
const STATUSES = [
  'Current',
  'Current',
  'Notice-Unrented',
  'Notice-Rented',
  'Evict',
  'Vacant-Rented',
  'Vacant-Unrented',
  'Offline',
] as const
const NAMES = ['Ann Elm', 'Bo Fir; Cy Fir', 'Di Oak', 'Ed Ash & Flo Ash', 'Acme LLC']
const today = () => todayIn('America/Chicago', world.clock.now())
const day = (from: number, to: number) => addDays(today(), random.integer(from, to))
const dollars = (most: number) => String(random.integer(1, most * 100) / 100)
const maybe = (text: string) => (random.chance(0.5) ? text : '')
const unit = () => String(random.integer(1, 6))
const property = () => random.pick(['Oak', 'Elm'])

/** A rent roll of two properties of up to six units, of which it omits some. */
function roll(): string {
  const rows = ['Oak', 'Elm'].flatMap(name =>
    ['1', '2', '3', '4', '5', '6']
      .filter(() => random.chance(0.9))
      .map(label => {
        const status = random.pick(STATUSES)
        const isVacant = status === 'Vacant-Unrented' || status === 'Offline'
        const future = status === 'Vacant-Rented'
        const lease = isVacant
          ? ',,,,,,,,,,'
          : [
              `"${random.pick(NAMES)}"`,
              future ? day(1, 40) : day(-60, 5),
              random.pick(['', day(-20, 200)]),
              status.startsWith('Notice') ? day(-5, 40) : '',
              dollars(2000),
              maybe(dollars(50)),
              maybe(dollars(20)),
              maybe(dollars(900)),
              maybe(dollars(100)),
              maybe(dollars(500)),
              maybe(dollars(300)),
            ].join(',')
        return `"${name} - 1 ${name} St Akron, OH 44301",${label},${maybe('2/1')},${maybe('900')},${dollars(2000)},${maybe('Yes')},${status},${lease}`
      }),
  )
  return `Property,Unit,BD/BA,Sqft,Market Rent,Listed,Status,Tenant,Lease From,Lease To,Move-out,Rent,Pet Rent,Concession,Deposit,Pet Deposit,Past Due,Prepaid\n${rows.join('\n')}\n`
}

function rowsOf(header: string, row: () => string): string {
  return `${header}\n${Array.from({ length: random.integer(1, 12) }, row).join('\n')}\n`
}

const payments = () =>
  rowsOf('Date,Property,Unit,Payer,Amount,Type,Status,Returned On,Payment ID', () => {
    const status = random.pick(['', '', 'Pending', 'Failed', 'Returned'])
    return `${day(-10, 0)},${property()},${unit()},${maybe(random.pick(NAMES))},${dollars(900)},Check,${status},${status === 'Returned' ? today() : ''},P${random.integer(1, 60)}`
  })
const ledger = () =>
  rowsOf('Date,Property,Unit,Tenant,Type,Description,Charges,Payments', () => {
    const isCharge = random.chance(0.5)
    const amount = dollars(900)
    return `${day(-40, 0)},${property()},${unit()},${maybe(random.pick(NAMES))},${random.pick(isCharge ? ['Charge', 'NSF', 'Refund'] : ['Payment', 'Credit'])},${random.pick(['Rent', 'Security deposit', 'Fee'])},${isCharge ? amount : ''},${isCharge ? '' : amount}`
  })
const workOrders = () =>
  rowsOf('Work Order Number,Property,Unit,Status,Job Description,Created At,Completed On,Primary Resident,Amount', () =>
    [
      random.integer(1, 30),
      property(),
      maybe(unit()),
      random.pick(['New', 'Scheduled', 'Waiting', 'Completed', 'Canceled']),
      random.pick(['Leak', 'Door']),
      day(-10, 0),
      maybe(today()),
      maybe(random.pick(NAMES)),
      maybe(dollars(90)),
    ].join(','),
  )

type Rows = Map<string, unknown>

function openCopy(breaks: () => boolean) {
  const copy = { rows: new Map() as Rows, checkpoint: undefined as string | undefined }
  const options: Pick<SyncOptions, 'load' | 'store'> = {
    load: () => copy.checkpoint,
    async store({ isNewCopy, changes, checkpoint }: Batch) {
      const rows: Rows = isNewCopy ? new Map() : new Map(copy.rows)
      for await (const { type, id, change, record } of changes) {
        if (breaks()) throw new Error('interrupted')
        if (change === 'REMOVED') rows.delete(`${type} ${id}`)
        else rows.set(`${type} ${id}`, record)
      }
      Object.assign(copy, { rows, checkpoint })
    },
  }
  return { copy, options }
}

async function fresh(): Promise<Rows> {
  const { copy, options } = openCopy(() => false)
  await client().sync(options)
  return copy.rows
}

const client = () => createClient({ baseUrl: `${world.service.url}`, apiKey: organization.key, sleep: async () => {} })

/** Makes a file of this kind, and returns how it is imported. Returns undefined if the kind is not an import. */
function importOf(kind: string): (() => Promise<Outcome | RowsOutcome>) | undefined {
  const skipBadRows = true
  if (kind === 'roll') {
    const path = fileOf(roll())
    const options = { skipBadRows, closeMissing: random.chance(0.5), asOf: random.chance(0.8) ? today() : day(-20, 0) }
    return () => importFile(world, organization, path, options)
  }
  const path = fileOf(kind === 'payments' ? payments() : kind === 'ledger' ? ledger() : workOrders())
  if (kind === 'payments') return () => importPayments(organization, path, { skipBadRows })
  if (kind === 'ledger') return () => importLedger(organization, path, { skipBadRows })
  if (kind === 'work orders') return () => importWorkOrders(organization, path, { skipBadRows })
  return undefined
}

/** How many records an import created or updated. */
function changesOf({ created, updated }: Outcome | RowsOutcome): number {
  return [created, updated]
    .flatMap(each => (typeof each === 'number' ? [each] : Object.values(each)))
    .reduce((sum, each) => sum + each, 0)
}

test('after every import, and on every day, a copy that is interrupted equals a fresh one', async t => {
  const { copy, options } = openCopy(() => random.chance(0.02))
  const counts = new Map<string, number>()
  await recordCalendarChanges(world.pools, world.clock.now())
  for (let step = 0; step < repeats(12, 200); step++) {
    const kind = step === 0 ? 'roll' : random.pick(['roll', 'roll', 'payments', 'ledger', 'work orders', 'day'])
    const importOnce = importOf(kind)
    const outcome = await importOnce?.()
    const again = random.chance(0.5) ? await importOnce?.() : undefined
    if (again) assert.deepEqual([again.written, changesOf(again)], [true, 0], `step ${step}, ${kind}, imported again`)
    if (kind === 'day') {
      world.clock.advance(random.integer(1, 20) * DAY_MS)
      await recordCalendarChanges(world.pools, world.clock.now())
    }
    counts.set(kind, (counts.get(kind) ?? 0) + (outcome?.rows ?? 1))
    let expected = await fresh()
    await until(async () => {
      await client()
        .sync(options)
        .catch(error => assert.match(String(error), /interrupted/))
      expected = await fresh()
      return isDeepStrictEqual(copy.rows, expected)
    }).catch(() => {})
    for (const [name, record] of expected)
      assert.deepEqual(copy.rows.get(name), record, `${name} is out of date after step ${step}, ${kind}`)
    for (const name of copy.rows.keys())
      assert.ok(expected.has(name), `${name} is in the copy only after step ${step}, ${kind}`)
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(counts)))
})
