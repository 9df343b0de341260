/**
 * How to call every operation so that it succeeds, and which of its parameters name a record. The tests of the contract go
 * through this table. An operation that is missing from it does not compile, so a new operation has to keep every promise from
 * the start.
 */
import type { Operation } from '#contract/operation.ts'
import { type V1, v1 } from '#contract/v1.ts'
import type { CallOptions } from '../world.ts'
import type { Sample } from './sample.ts'

type FromSample = Readonly<Record<string, (sample: Sample) => string>>

export type Exercise = {
  /** Path parameters of a call that succeeds. */
  path: FromSample
  /** Query parameters without which the call would be refused. */
  query: FromSample
  /** Query parameters that name the subject of the call, as a path does: an unknown one is 404. */
  subjects?: FromSample
  /** Query parameters that take an ID, each with an ID that matches. */
  idFilters: FromSample
  /** Values of query parameters whose schema does not state which ones are accepted. */
  cases?: Readonly<Record<string, { good: string[]; bad: string[] }>>
  /** The body of a call that succeeds, if the operation takes one. */
  body?: (sample: Sample) => Record<string, unknown>
  /** Whether the operation can be called only a few dozen times. */
  isLimited?: true
}

const ofTypes = {
  types: {
    good: ['unit', 'unit,LEASE', 'units,properties,work_orders'],
    bad: ['tenant', 'unit,', ',', 'unit;lease', 'u'.repeat(201)],
  },
}

export const EXERCISES: { readonly [Name in keyof V1]: Exercise } = {
  listListings: { path: {}, query: {}, idFilters: {} },
  listProperties: {
    path: {},
    query: {},
    idFilters: { owner: sample => sample.owner.id, portfolio_id: sample => sample.portfolio.id },
  },
  getProperty: { path: { id: sample => sample.property.id }, query: {}, idFilters: {} },
  listResidents: {
    path: {},
    query: { property_id: sample => sample.property.id },
    idFilters: { property_id: sample => sample.property.id, unit_id: sample => sample.occupied.id },
  },
  getResident: { path: { id: sample => sample.resident.id }, query: {}, idFilters: {} },
  getRentRoll: {
    path: {},
    query: { scope_id: sample => sample.property.id },
    subjects: { scope_id: sample => sample.property.id },
    idFilters: {},
  },
  listInvoices: {
    path: {},
    query: {},
    idFilters: {
      property_id: sample => sample.property.id,
      unit_id: sample => sample.occupied.id,
      lease_id: sample => sample.lease.id,
    },
  },
  getInvoice: { path: { id: sample => sample.invoice.invoice_id }, query: {}, idFilters: {} },
  listPayments: {
    path: {},
    query: {},
    idFilters: {
      property_id: sample => sample.property.id,
      unit_id: sample => sample.occupied.id,
      lease_id: sample => sample.lease.id,
    },
  },
  getPayment: { path: { id: sample => sample.payment.payment_id }, query: {}, idFilters: {} },
  listWorkOrders: {
    path: {},
    query: {},
    idFilters: {
      property_id: sample => sample.property.id,
      unit_id: sample => sample.occupied.id,
      external_id: sample => sample.workOrder.external_id as string,
    },
  },
  createWorkOrder: {
    path: {},
    query: {},
    idFilters: {},
    body: sample => ({
      title: `Tap leaks at ${sample.property.name}`,
      property_id: sample.property.id,
      unit_id: sample.occupied.id,
      resident_id: sample.resident.id,
    }),
  },
  getWorkOrder: { path: { id: sample => sample.workOrder.work_order_id }, query: {}, idFilters: {} },
  updateWorkOrder: {
    path: { id: sample => sample.workOrder.work_order_id },
    query: {},
    idFilters: {},
    body: () => ({ priority: 'HIGH', vendor_name: null }),
  },
  createMessage: {
    path: {},
    query: {},
    idFilters: {},
    body: sample => ({
      resident_id: sample.resident.id,
      subject: 'Water',
      body: `The water at ${sample.property.name} is off on Tuesday.`,
    }),
  },
  getMessage: { path: { id: sample => sample.message.message_id }, query: {}, idFilters: {} },
  listWebhooks: { path: {}, query: {}, idFilters: {} },
  createWebhook: {
    isLimited: true,
    path: {},
    query: {},
    idFilters: {},
    body: () => ({ event: 'lead.created', target_url: 'http://127.0.0.1:9/hooks', description: 'CRM' }),
  },
  getWebhook: { path: { id: sample => sample.webhook.id }, query: {}, idFilters: {} },
  // Each call deletes a different subscription.
  deleteWebhook: { isLimited: true, path: { id: sample => sample.doomed.pop() as string }, query: {}, idFilters: {} },
  testWebhook: { path: { id: sample => sample.webhook.id }, query: {}, idFilters: {} },
  rotateWebhookSecret: { path: { id: sample => sample.webhook.id }, query: {}, idFilters: {} },
  enableWebhook: { path: { id: sample => sample.webhook.id }, query: {}, idFilters: {} },
  listWebhookDeliveries: { path: { id: sample => sample.webhook.id }, query: {}, idFilters: {} },
  getWebhookDelivery: {
    path: { id: sample => sample.webhook.id, delivery_id: sample => sample.delivery.delivery_id },
    query: {},
    idFilters: {},
  },
  redeliverWebhook: {
    path: { id: sample => sample.webhook.id, delivery_id: sample => sample.delivery.delivery_id },
    query: {},
    idFilters: {},
  },
  // Nothing has happened since that instant, so the recovery is over at once. While one is running, another would be
  // refused.
  recoverWebhook: {
    path: { id: sample => sample.webhook.id },
    query: {},
    idFilters: {},
    body: () => ({ since: '2999-01-01T00:00:00Z' }),
  },
  listWebhookRecoveries: { path: { id: sample => sample.webhook.id }, query: {}, idFilters: {} },
  listEvents: {
    path: {},
    query: {},
    idFilters: { webhook_id: sample => sample.webhook.id },
    cases: { delivered: { good: [], bad: ['yes'] } },
  },
  getEvent: { path: { id: sample => sample.event.id }, query: {}, idFilters: {} },
  getOrganization: { path: {}, query: {}, idFilters: {} },
  listUnits: { path: {}, query: {}, idFilters: { property_id: sample => sample.property.id } },
  getUnit: { path: { id: sample => sample.occupied.id }, query: {}, idFilters: {} },
  listLeases: {
    path: {},
    query: {},
    idFilters: {
      property_id: sample => sample.property.id,
      unit_id: sample => sample.occupied.id,
      resident_id: sample => sample.resident.id,
    },
  },
  getLease: { path: { id: sample => sample.lease.id }, query: {}, idFilters: {} },
  getLeaseLedger: { path: { id: sample => sample.lease.id }, query: {}, idFilters: {} },
  listLeads: { path: {}, query: {}, idFilters: { property_id: sample => sample.property.id } },
  getLead: { path: { id: sample => sample.lead.lead_id }, query: {}, idFilters: {} },
  listOwners: { path: {}, query: {}, idFilters: {} },
  getOwner: { path: { id: sample => sample.owner.id }, query: {}, idFilters: {} },
  listPortfolios: { path: {}, query: {}, idFilters: {} },
  getPortfolio: { path: { id: sample => sample.portfolio.id }, query: {}, idFilters: {} },
  listChanges: {
    path: {},
    query: {},
    idFilters: {},
    cases: { ...ofTypes, after: { good: [], bad: ['nonsense', 'MDE5', 'é', '\0', 'x'.repeat(1_001)] } },
  },
  exportRecords: { path: {}, query: {}, idFilters: {}, cases: ofTypes },
}

export type OperationName = keyof V1

export const OPERATIONS = Object.entries(v1) as unknown as [OperationName, Operation][]
export const LISTS = OPERATIONS.filter(([, { success }]) => 'pagination' in fieldsOf(success.schema))

/** The address of a call that succeeds, with `changes` made to its parameters; a path value is put in as it is written. */
export function addressOf(
  name: OperationName,
  sample: Sample,
  changes: { path?: Record<string, string>; query?: Record<string, string> } = {},
): string {
  const path = { ...valuesOf(EXERCISES[name].path, sample), ...changes.path }
  const query = new URLSearchParams({ ...valuesOf(EXERCISES[name].query, sample), ...changes.query }).toString()
  const place = v1[name].path.replaceAll(/\{(\w+)\}/g, (_, parameter) => path[parameter] as string)
  return query === '' ? place : `${place}?${query}`
}

/** The rest of a call that succeeds. */
export function requestOf(name: OperationName, sample: Sample, key?: string): CallOptions {
  const { body }: Exercise = EXERCISES[name]
  return {
    method: v1[name].method,
    ...(key !== undefined && { key }),
    ...(body && { body: JSON.stringify(body(sample)) }),
  }
}

export function fieldsOf(schema: object): Record<string, object> {
  return (schema as { properties?: Record<string, object> }).properties ?? {}
}

function valuesOf(wanted: FromSample, sample: Sample): Record<string, string> {
  return Object.fromEntries(Object.entries(wanted).map(([name, from]) => [name, from(sample)]))
}
