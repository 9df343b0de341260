/** Every write of the console and of version 1 on the same few records: the input of each call while all of them run at once. */
import { consoleContract, mountedV1 } from '#contract/console.ts'
import { EVENT_TYPES } from '#contract/events.ts'
import {
  bodyOf,
  CONSOLE_OPERATIONS,
  type ConsoleName,
  type ConsoleSample,
  consoleRequest,
} from '../contract/console-exercises.ts'
import { draft, signed } from '../leasing.ts'
import { property, resident, store, unit } from '../records.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import type { Organization } from '../world.ts'

export const WRITES = CONSOLE_OPERATIONS.filter(([, { method }]) => method !== 'GET').map(([name]) => name)

/** Operations that create a whole portfolio or hash a password: a few calls of each are enough. */
export const SLOW: readonly ConsoleName[] = ['createSandbox', 'resetSandbox', 'acceptInvitation']

type Write = { path: string; method: string; body: unknown }

/** How many records of a kind are in use at any time: few, so that calls collide. */
const KEPT = 4

/** IDs by the name of the parameter that takes them; new ones replace the oldest. */
type Known = Map<string, string[]>

export async function openWrites(sample: ConsoleSample, receivers: readonly Receiver[], random: () => number) {
  const known: Known = new Map()
  const { organization } = sample
  const oak = await storeOak(organization)
  for (const id of oak.units) learn('unit_id', id)
  for (const id of oak.leases) learn('lease_id', id)
  for (const id of [oak.resident]) learn('residents', id)
  learn('properties', oak.property)
  for (let made = 0; made < KEPT; made++) {
    learn('key_id', await sample.key())
    learn('user_id', await sample.memberId())
  }

  function learn(kind: string, id: string): void {
    known.set(kind, [...(known.get(kind) ?? []), id].slice(-KEPT))
  }

  function pick<Of>(from: readonly Of[]): Of {
    return from[Math.floor(random() * from.length)] as Of
  }

  const one = (kind: string) => pick(known.get(kind) ?? ['unknown'])
  const amount = () => 1_000 + Math.floor(random() * 50_000)
  const receiver = () => pick(receivers)

  /** Bodies that replace those of the exercises, which create something new for each call. */
  const bodies: Partial<Record<ConsoleName, () => Record<string, unknown>>> = {
    createWebhook: () => ({ event: pick(EVENT_TYPES), target_url: receiver().url }),
    createWorkOrder: () => ({ title: 'Tap leaks', unit_id: one('unit_id') }),
    createMessage: () => ({ resident_id: oak.resident, body: 'The water is off on Tuesday.' }),
    createUnit: () => ({ property_id: oak.property, label: `N${amount()}` }),
    updateUnit: () => ({ label: `U${amount()}` }),
    createLease: () => ({
      unit_id: one('unit_id'),
      start_date: '2026-04-01',
      residents: [{ resident_id: oak.resident, role: 'PRIMARY' }],
      security_deposit_cents: amount(),
    }),
    editLease: () => ({ start_date: '2026-05-01', residents: [{ resident_id: oak.resident, role: 'PRIMARY' }] }),
    createInvoice: () => ({
      lease_id: one('lease_id'),
      is_draft: random() < 0.3,
      lines: [{ charge_code: pick(['UTILITY', 'DEPOSIT']), description: 'Water', amount_cents: amount() }],
    }),
    generateInvoices: () => ({ month: pick(['2026-04', '2026-05', '2026-06']) }),
    recordPayment: () => ({
      lease_id: one('lease_id'),
      method: 'CHECK',
      amount_cents: amount(),
      status: pick(['PAID', 'PENDING']),
    }),
    updateProperty: () => ({ name: `Oak ${amount()}` }),
    importFile: () => ({
      file_name: 'roll.csv',
      content: Buffer.from(pick([roll, payments])()).toString('base64'),
      skip_bad_rows: true,
      dry_run: random() < 0.3,
    }),
  }

  /** A rent roll of the records that the other calls use, in random order. */
  function roll(): string {
    const rows = oak.labels
      .map(label => ({ label, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(
        ({ label }, index) =>
          `${OAK},${label},2/1,1000,Ann Elm${index},Current,900,25,1/1/2026,${10 + Math.floor(random() * 3)}/30/2026,${amount() / 100}`,
      )
    return `As of: 3/1/2026\nProperty,Unit,BD/BA,Market Rent,Tenant,Status,Rent,Pet Rent,Lease From,Lease To,Past Due\n${rows.join('\n')}\n`
  }

  function payments(): string {
    const rows = oak.labels.map(
      label => `3/${1 + Math.floor(random() * 9)}/2026,${OAK},${label},Ann Elm,${amount() / 100},Check,${amount()},,`,
    )
    return `Date,Property,Unit,Payer,Amount,Type,Check #,Description,Status\n${rows.join('\n')}\n`
  }

  return {
    /** A call of the operation on records that other calls use as well. */
    async of(name: ConsoleName): Promise<Write> {
      const { path, method } = { ...consoleContract, ...mountedV1 }[name]
      const parameters = [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/g)].filter(
        ([, , parameter]) => parameter !== 'organization_id',
      )
      const kinds = parameters.map(
        ([, noun, parameter]) =>
          [parameter as string, parameter === 'id' ? (noun as string) : (parameter as string)] as const,
      )
      if (kinds.some(([, kind]) => !known.has(kind)) || (parameters.length === 0 && !bodies[name])) {
        const fresh = await consoleRequest(name, sample)
        return { ...fresh, body: bodies[name]?.() ?? fresh.body }
      }
      const values: Record<string, string> = Object.fromEntries(
        kinds.map(([parameter, kind]) => [parameter, one(kind)]),
      )
      const place = path.replaceAll(/\{(\w+)\}/g, (_, parameter) => values[parameter] ?? sample.organizationId)
      const body = bodies[name]?.() ?? (await bodyOf(name, sample))
      return { path: place, method, body }
    },

    /** Takes the IDs of new records from a reply. */
    hear(name: ConsoleName, reply: Record<string, unknown>): void {
      const { path } = { ...consoleContract, ...mountedV1 }[name]
      const noun = path.split('/').at(-1) as string
      for (const [field, kind] of Object.entries({
        id: noun,
        invoice_id: 'invoices',
        payment_id: 'payments',
        work_order_id: 'work-orders',
        resident_id: 'residents',
      })) {
        if (name.startsWith('create') || name === 'recordPayment')
          if (typeof reply[field] === 'string') learn(kind, reply[field])
      }
      for (const field of ['lease_id', 'lead_id', 'owner_id', 'portfolio_id', 'key_id', 'invitation_id']) {
        if (
          name.startsWith('create') &&
          typeof reply[field] === 'string' &&
          name.toLowerCase().includes(field.slice(0, 4))
        )
          learn(field, reply[field])
      }
      const delivery = reply.delivery_id
      if (typeof delivery === 'string') learn('delivery_id', delivery)
    },
  }
}

const OAK = '"Oak - 1 Oak St Akron, OH 44301"'

/** Units of one property with leases in any status, which all writes use. */
async function storeOak(organization: Organization) {
  const home = property({ name: 'Oak', address_line: '1 Oak St', city: 'Akron', postal_code: '44301' })
  const labels = ['1', '2', '3', '4']
  const units = labels.map(label => unit(home, { label }))
  const dana = resident()
  await store(organization, { properties: [home], units, residents: [dana] })
  const leases = []
  for (const [index, only] of units.entries()) {
    const place = { home, only, dana, lee: dana }
    const made = await (index % 2 === 0 ? signed : draft)(organization, place)
    leases.push(made.lease_id)
  }
  return { property: home.id, units: units.map(({ id }) => id), labels, leases, resident: dana.id }
}
