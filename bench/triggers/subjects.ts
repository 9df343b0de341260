/** The writes whose triggers are measured. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { V1_PREFIX } from '#contract/v1.ts'
import { importFile } from '#server/import/import-file.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../../server/test/calls.ts'
import { rentRollOf } from '../imports/setup.ts'
import { addOrganization } from '../measure/database.ts'
import type { Group } from './groups.ts'
import type { Setup } from './setup.ts'

export type Subject = {
  name: string
  /** The groups that it changes besides the change feed. */
  derives: Group[]
  isImport: boolean
  /** Makes that many writes, one after another, or the import of that many units. */
  run(times: number): Promise<void>
  /** How many are measured, and how many are made before. */
  times: number
  warmUp: number
}

type Write = (index: number) => Promise<unknown>

/** How many different records of a kind are written to. */
const RECORDS = 100

export async function subjectsOn(
  setup: Setup,
  { writes, units }: { writes: number; units: number },
): Promise<Subject[]> {
  const subject = (name: string, derives: Group[], write: Write): Subject => {
    let made = 0
    const run = async (times: number) => {
      for (const end = made + times; made < end; made++) await write(made)
    }
    return { name, derives, isImport: false, run, times: writes, warmUp: Math.ceil(writes / 10) }
  }
  const ofConsole = consoleWrites(setup, await recordsOf(setup))
  return [
    ...(await workOrderWrites(setup)).map(({ name, write }) => subject(name, ['counts'], write)),
    ...ofConsole.map(({ name, derives, write }) => subject(name, derives, write)),
    {
      ...{ name: 'import, for each unit', isImport: true, times: units, warmUp: 0 },
      // An import compares the balances with its file, so it cannot do without them.
      derives: ['status histories', 'counts', 'search words'],
      run: count => importUnits(setup, count),
    },
  ]
}

async function workOrderWrites(setup: Setup): Promise<{ name: string; write: Write }[]> {
  const [place] = await listed(setup, 'select property_id, id as unit_id from units where organization_id = $1 limit 1')
  const order = { ...place, title: 'Kitchen tap leaks', description: 'Drips day and night.', priority: 'HIGH' }
  const opened = await Promise.all(Array.from({ length: RECORDS }, () => call(setup, 'POST', '/work-orders', order)))
  const changed = (index: number) => `/work-orders/${opened[index % RECORDS]?.work_order_id}`
  return [
    { name: 'POST /work-orders', write: () => call(setup, 'POST', '/work-orders', order) },
    {
      name: 'PATCH /work-orders/{id}',
      write: index => call(setup, 'PATCH', changed(index), { title: `Kitchen tap leaks ${index}` }),
    },
  ]
}

async function call({ url, key }: Setup, method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const reply = await fetch(url + V1_PREFIX + path, { method, headers, body: JSON.stringify(body) })
  const answer = (await reply.json()) as Record<string, unknown>
  if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${JSON.stringify(answer)}`)
  return answer
}

type Records = { leases: string[]; residents: string[]; units: string[] }

/** Leases that nobody has given notice for, and residents and units. */
async function recordsOf(setup: Setup): Promise<Records> {
  const idsOf = async (query: string) =>
    (await listed(setup, `${query} limit ${RECORDS}`)).map(({ id }) => id as string)
  return {
    leases: await idsOf(
      `select lease_id as id from unit_status_spans
        where organization_id = $1 and status = 'CURRENT' and current_date between from_day and to_day and to_day = 'infinity' and next_lease_id is null`,
    ),
    residents: await idsOf('select id from residents where organization_id = $1'),
    units: await idsOf('select id from units where organization_id = $1'),
  }
}

function consoleWrites(
  { session, organization }: Setup,
  { leases, residents, units }: Records,
): { name: string; derives: Group[]; write: Write }[] {
  const of = (ids: string[], index: number) => ids[index % ids.length] as string
  const within = (work: (context: Context) => Promise<unknown>) => session.within(organization, work)
  const line = { charge_code: 'UTILITY', description: 'Water', amount_cents: 5_000 } as const
  return [
    {
      name: 'create an invoice',
      derives: ['balances', 'counts'],
      write: index => within(context => calls.createInvoice(context, { lease_id: of(leases, index), lines: [line] })),
    },
    {
      name: 'record a payment',
      derives: ['balances', 'counts'],
      write: index => {
        const payment = { lease_id: of(leases, index), method: 'CHECK', amount_cents: 5_000 } as const
        return within(context => calls.recordPayment(context, payment))
      },
    },
    {
      name: 'record or cancel notice',
      derives: ['status histories'],
      write: index => {
        const lease = { lease_id: of(leases, index >> 1) }
        return within(context =>
          index % 2 === 0 ? calls.recordNotice(context, lease) : calls.cancelNotice(context, lease),
        )
      },
    },
    {
      name: 'update a resident',
      derives: ['search words'],
      write: index => {
        const phone = `+1614${String(5_000_000 + index)}`
        return within(context => calls.updateResident(context, { id: of(residents, index), phone }))
      },
    },
    {
      name: 'create a lead',
      derives: ['search words'],
      write: index => {
        const lead = { first_name: 'Dana', last_name: `Whitfield ${index}`, email: `dana-${index}@example.com` }
        return within(context => calls.createLead(context, { ...lead, source: 'Website' }))
      },
    },
    {
      name: 'set the rate of a unit',
      derives: [],
      write: index => {
        const rate = { unit_id: of(units, index), market_rent_cents: 100_000 + index }
        return within(context => calls.setUnitRate(context, rate))
      },
    },
  ]
}

/** Imports a rent roll into an organization of its own. */
async function importUnits({ session, today }: Setup, units: number): Promise<void> {
  if (units === 0) return
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

async function listed({ owner, organization }: Setup, query: string): Promise<Record<string, unknown>[]> {
  return (await owner.query<Record<string, unknown>>(query, [organization.id])).rows
}
