/** The writes whose triggers are measured. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { V1_PREFIX } from '#contract/v1.ts'
import type { Session } from '#server/commands/session.ts'
import { importFile } from '#server/import/import-file.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../../server/test/calls.ts'
import { rentRollOf } from '../imports/setup.ts'
import type { Load } from '../measure/alternate.ts'
import { addOrganization } from '../measure/database.ts'
import type { Call } from '../measure/load.ts'
import type { Setup, Side } from './sides.ts'

export type Subject = {
  name: string
  isImport: boolean
  /** Makes the writes from one index on, one after another, or the import of that many units. */
  run(side: Side, from: number, times: number): Promise<unknown>
}

type Write = (context: Context, index: number) => Promise<unknown>

/** How many different records of a kind are written to. */
const RECORDS = 100

export async function subjectsOn(setup: Setup, load: Load): Promise<Subject[]> {
  return [
    ...(await callsOn(setup)).map(({ name, call }) => ({
      ...{ name, isImport: false },
      run: ({ url }: Side, from: number, times: number) =>
        load.ask({ url, calls: range(from, times).map(call), connections: 1, seconds: 'once' }),
    })),
    ...consoleWrites(await recordsOf(setup)).map(({ name, write }) => ({
      ...{ name, isImport: false },
      run: async ({ session }: Side, from: number, times: number) => {
        for (const index of range(from, times)) {
          await session.within(setup.organization, context => write(context, index))
        }
      },
    })),
    {
      ...{ name: 'import, for each unit', isImport: true },
      run: ({ session }, _from, times) => importUnits(session, setup.today, times),
    },
  ]
}

function range(from: number, times: number): number[] {
  return Array.from({ length: times }, (_, index) => from + index)
}

async function callsOn({ rows, key }: Setup): Promise<{ name: string; call: (index: number) => Call }[]> {
  const [place] = await rows('select property_id, id as unit_id from units where organization_id = $1 limit 1')
  const order = { ...place, title: 'Kitchen faucet leaks', description: 'Drips day and night.', priority: 'HIGH' }
  const opened = await rows(`select id from work_orders where organization_id = $1 order by id limit ${RECORDS}`)
  const path = `${V1_PREFIX}/work-orders`
  return [
    { name: 'POST /work-orders', call: () => ({ path, key, body: JSON.stringify(order) }) },
    {
      name: 'PATCH /work-orders/{id}',
      call: index => ({
        ...{ path: `${path}/${opened[index % opened.length]?.id}`, key, method: 'PATCH' },
        body: JSON.stringify({ title: `Kitchen faucet leaks ${index}` }),
      }),
    },
  ]
}

type Records = { leases: string[]; residents: string[]; units: string[] }

/** Leases that nobody has given notice for, and residents and units. */
async function recordsOf({ rows }: Setup): Promise<Records> {
  const idsOf = async (query: string) => (await rows(`${query} limit ${RECORDS}`)).map(({ id }) => id ?? '')
  return {
    leases: await idsOf(
      `select lease_id as id from unit_status_spans
        where organization_id = $1 and status = 'CURRENT' and current_date between from_day and to_day and to_day = 'infinity' and next_lease_id is null`,
    ),
    residents: await idsOf('select id from residents where organization_id = $1'),
    units: await idsOf('select id from units where organization_id = $1'),
  }
}

function consoleWrites({ leases, residents, units }: Records): { name: string; write: Write }[] {
  const of = (ids: string[], index: number) => ids[index % ids.length]!
  const line = { charge_code: 'UTILITY', description: 'Water', amount_cents: 5_000 } as const
  return [
    {
      name: 'create an invoice',
      write: (context, index) => calls.createInvoice(context, { lease_id: of(leases, index), lines: [line] }),
    },
    {
      name: 'record a payment',
      write: (context, index) => {
        const payment = { lease_id: of(leases, index), method: 'CHECK', amount_cents: 5_000 } as const
        return calls.recordPayment(context, payment)
      },
    },
    {
      name: 'record or cancel notice',
      write: (context, index) => {
        const lease = { lease_id: of(leases, index >> 1) }
        return index % 2 === 0 ? calls.recordNotice(context, lease) : calls.cancelNotice(context, lease)
      },
    },
    {
      name: 'update a resident',
      write: (context, index) => {
        const phone = `+1614${String(5_000_000 + index)}`
        return calls.updateResident(context, { id: of(residents, index), phone })
      },
    },
    {
      name: 'create a lead',
      write: (context, index) => {
        const lead = { first_name: 'Dana', last_name: `Whitfield ${index}`, email: `dana-${index}@example.com` }
        return calls.createLead(context, { ...lead, source: 'Website' })
      },
    },
    {
      name: 'set the rate of a unit',
      write: (context, index) => {
        const rate = { unit_id: of(units, index), market_rent_cents: 100_000 + index }
        return calls.setUnitRate(context, rate)
      },
    },
  ]
}

/** Imports a rent roll into an organization of its own. */
async function importUnits(session: Session, today: string, units: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const file = join(folder, 'roll.csv')
    await writeFile(file, rentRollOf(units))
    const organization = await addOrganization(session, 'Importing')
    const options = { asOf: undefined, today, dryRun: false, skipBadRows: false, closeMissing: false }
    const { refused } = await importFile(
      file,
      options,
      work => session.within(organization, work),
      () => {},
    )
    if (refused) throw new Error('The rent roll was refused')
  } finally {
    await rm(folder, { recursive: true })
  }
}
