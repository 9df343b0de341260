/** `trigger`: causes an event for a program under development, by doing the real thing through the domain's own operations. */
import type { Static, TObject } from 'typebox'
import { type ConsoleContract, consoleContract } from '#contract/console.ts'
import { EVENT_TYPES, type EventType } from '#contract/events.ts'
import type { AnyOperation, Valid } from '#contract/operation.ts'
import { readFields } from '../base/read-object.ts'
import { Refusal } from '../base/refusal.ts'
import { typed } from '../base/typed-command.ts'
import { createInvoice } from '../domain/invoices/issue.ts'
import { createLead } from '../domain/leads/operations.ts'
import { createLease } from '../domain/leases/drafting.ts'
import { signLease } from '../domain/leases/signing.ts'
import { listLeases } from '../domain/leases/v1.ts'
import { recordPayment } from '../domain/payments/record.ts'
import { refundPayment, reversePayment } from '../domain/payments/reversals.ts'
import { listProperties } from '../domain/properties/operations.ts'
import { createResident } from '../domain/residents/operations.ts'
import { readUnit } from '../domain/units/detail.ts'
import { listUnits } from '../domain/units/v1.ts'
import { createWorkOrder, updateWorkOrder } from '../domain/work-orders/operations.ts'
import type { Context } from '../platform/context.ts'
import { type Command, ORGANIZATION_OPTION, WrongUsage } from './command.ts'
import { withSession } from './session.ts'

const CENTS = 125_00
const SOURCE = 'gatehouse trigger'
const EVENT_IS = `EVENT must be one of ${EVENT_TYPES.join(', ')}`

export const triggerCommand: Command = {
  words: 'trigger',
  about: 'Cause an event in a sandbox or in development, by doing what it reports.',
  operands: ['EVENT'],
  operandsAbout: `${EVENT_IS}.`,
  options: { org: ORGANIZATION_OPTION },
  run: call => {
    const event = EVENT_TYPES.find(type => type === call.operands[0]?.toLowerCase())
    if (!event) throw new WrongUsage(EVENT_IS)
    return withSession(call, async session => {
      const organization = await session.organization(call.text('org') as string)
      if (!organization.is_sandbox && call.config.environment === 'production') {
        throw new Refusal('forbidden', 'Events are triggered in a sandbox or in development only.')
      }
      const caused = await session.within(organization, context => CAUSES[event](context))
      const ids = Object.entries(caused).map(([name, id]) => `${name} ${id}`)
      return { json: { event, ...caused }, lines: [`Triggered ${event}: ${ids.join(', ')}.`] }
    })
  },
}

/** The cause of each event; resolves with the IDs of what was created or changed. */
const CAUSES: Record<EventType, (context: Context) => Promise<Record<string, string>>> = {
  'lead.created': addLead,
  'ticket.created': async context => {
    const { work_order_id } = await addWorkOrder(context)
    return { work_order_id }
  },
  'ticket.completed': async context => {
    const { work_order_id } = await addWorkOrder(context)
    await updateWorkOrder(context, { id: work_order_id, status: 'COMPLETED' })
    return { work_order_id }
  },
  'payment.received': async context => pay(context, await activeLease(context)),
  'payment.reversed': async context => {
    const paid = await pay(context, await activeLease(context))
    const reversal = input('reversePayment', { reason: 'Insufficient funds' })
    await reversePayment(context, { id: paid.payment_id, ...reversal })
    return paid
  },
  'payment.refunded': async context => {
    const paid = await pay(context, await activeLease(context))
    await refundPayment(context, { id: paid.payment_id, ...input('refundPayment', {}) })
    return paid
  },
  'invoice.paid': payNewInvoice,
  'lease.signed': signNewLease,
  // Any change of a record causes this event.
  'records.changed': addLead,
}

async function addLead(context: Context) {
  const { lead_id } = await createLead(
    context,
    input('createLead', { first_name: 'Trigger', last_name: 'Test', source: SOURCE }),
  )
  return { lead_id }
}

async function addWorkOrder(context: Context) {
  const [property] = (await listProperties(context, FIRST)).data
  if (!property) throw missing('property')
  return createWorkOrder(context, { title: SOURCE, property_id: property.property_id })
}

async function pay(context: Context, lease_id: string, more: object = {}) {
  const payment = { lease_id, method: 'ACH', amount_cents: CENTS, memo: SOURCE, ...more }
  const { payment_id } = await recordPayment(context, input('recordPayment', payment))
  return { payment_id }
}

async function payNewInvoice(context: Context) {
  const lease_id = await activeLease(context)
  const lines = [{ charge_code: 'OTHER', description: SOURCE, amount_cents: CENTS }]
  const { invoice_id, balance_cents } = await createInvoice(context, input('createInvoice', { lease_id, lines }))
  // Credit of the lease may have paid it, in part or in full.
  if (balance_cents === 0) return { invoice_id }
  const allocations = [{ invoice_id, amount_cents: balance_cents }]
  return { invoice_id, ...(await pay(context, lease_id, { amount_cents: balance_cents, allocations })) }
}

async function activeLease(context: Context): Promise<string> {
  const [lease] = (await listLeases(context, { ...FIRST, status: 'ACTIVE' })).data
  if (!lease) throw missing('active lease')
  return lease.lease_id
}

async function signNewLease(context: Context) {
  const unit_id = await unitToLease(context)
  const resident = await createResident(context, input('createResident', { first_name: 'Trigger', last_name: 'Test' }))
  const start_date = context.today
  const draft = {
    unit_id,
    term_type: 'MONTH_TO_MONTH',
    start_date,
    residents: [{ resident_id: resident.resident_id, role: 'PRIMARY' }],
    charges: [{ code: 'RENT', amount_cents: CENTS }],
  }
  const { lease_id } = await createLease(context, input('createLease', draft))
  await signLease(context, { lease_id, ...input('signLease', {}) })
  return { lease_id }
}

/** A vacant unit that a lease without an end can have: no later days offline are planned, and it stays in service. */
async function unitToLease(context: Context): Promise<string> {
  const vacant = (await listUnits(context, { limit: 100, offset: 0, status: 'VACANT_UNRENTED' })).data
  for (const { unit_id } of vacant) {
    const { offline_spans, in_service_to } = await readUnit(context, unit_id)
    if (offline_spans.length === 0 && in_service_to === null) return unit_id
  }
  throw missing('vacant unit')
}

const FIRST = { limit: 1, offset: 0 }

type Body<Name extends keyof ConsoleContract> = ConsoleContract[Name] extends { body?: infer Schema }
  ? Valid<Static<Extract<Schema, TObject>>>
  : never

/** The body of an operation of the console, validated against its schema. */
function input<Name extends keyof ConsoleContract>(name: Name, fields: object): Body<Name> {
  const { body }: AnyOperation = consoleContract[name]
  return readFields(body as TObject, fields) as Body<Name>
}

function missing(what: string): Refusal {
  return new Refusal('conflict', `The organization has no ${what}. Fill it with ${typed('seed')} first.`)
}
