/** The lists of the console as CSV: read in batches from one snapshot, with the names of the records for which a row has only the IDs. */

import type { EXPORTED_LISTS } from '#contract/console/list-export.ts'
import { type ConsoleContract, consoleContract } from '#contract/console.ts'
import type { AnyOperation, InputOf } from '#contract/operation.ts'
import { v1 } from '#contract/v1.ts'
import { csvLine } from '#server/base/csv.ts'
import { Refusal } from '#server/base/refusal.ts'
import { ListReader } from '#server/db/list-reader.ts'
import { consoleOperations } from '#server/domain/console.ts'
import { namesOf } from '#server/domain/names/operations.ts'
import { v1Implementations } from '#server/domain/v1.ts'
import { inputDecoder } from '#server/http/decode.ts'
import { type Query, readQuery } from '#server/http/query.ts'
import type { Context, SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'

type List = (typeof EXPORTED_LISTS)[number]
type Row = Record<string, unknown>
type Field = { type?: string; anyOf?: Field[] }

/** The operation that lists a page of each list. */
const OPERATION_OF = {
  properties: 'listProperties',
  units: 'listUnits',
  listings: 'listListings',
  leases: 'listLeases',
  'lease-ledger': 'getLeaseLedger',
  leads: 'listLeads',
  residents: 'listAllResidents',
  invoices: 'listInvoices',
  payments: 'listPayments',
  'work-orders': 'listWorkOrders',
  messages: 'listMessages',
  vendors: 'listVendors',
  'vendor-work-orders': 'listVendorWorkOrders',
  owners: 'listOwners',
  portfolios: 'listPortfolios',
  webhooks: 'listWebhooks',
  deliveries: 'listWebhookDeliveries',
} as const satisfies Record<List, keyof ConsoleContract | keyof typeof v1Implementations>

const NAMED = ['property_id', 'unit_id', 'resident_id'] as const

export async function exportList(
  context: SnapshotContext,
  { list, filters = '' }: Omit<InputOf<ConsoleContract['exportList']>, 'organization_id'>,
): Promise<Download> {
  // The name in the path can be any text, whatever the schema lists.
  if (!Object.hasOwn(OPERATION_OF, list)) throw new Refusal('not_found', 'There is no such list.')
  const input = inputOf(list, filters)
  const reader = { ...context, db: new ListReader(context.db) }
  const first = await nextRows(reader, list, input)
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `${list}-${context.today}.csv`,
    texts: linesOf(context, list, first, () => nextRows(reader, list, input)),
  }
}

/** The console's operation, which can sort, if version 1 has one of the same name. */
function operationOf(list: List): AnyOperation {
  return ({ ...v1, ...consoleContract } as Record<string, AnyOperation>)[OPERATION_OF[list]] as AnyOperation
}

/** Reads the filters as the listing operation would, and refuses what it would refuse. */
function inputOf(list: List, filters: string): Row {
  const operation = operationOf(list)
  const { limit: _, offset: __, ...query } = { ...readQuery(filters) } as Record<string, Query[string]>
  const names = Object.keys(operation.parameters.path.properties).filter(name => name !== 'organization_id')
  const path: Record<string, string> = {}
  for (const name of names) {
    const value = query[name]
    if (typeof value === 'string') path[name] = value
    delete query[name]
  }
  if (names.some(name => path[name] === undefined)) throw new Refusal('not_found', 'There is no such list.')
  return inputDecoder(operation)({ path, query, body: undefined })
}

async function nextRows(context: Context, list: List, input: Row): Promise<Row[]> {
  const run = { ...v1Implementations, ...consoleOperations }[OPERATION_OF[list]] as (
    context: Context,
    input: unknown,
  ) => Promise<{ data: Row[] }>
  return (await run(context, input)).data
}

async function* linesOf(
  context: SnapshotContext,
  list: List,
  first: Row[],
  next: () => Promise<Row[]>,
): AsyncGenerator<string> {
  const fields = fieldsOf(list)
  const named = NAMED.filter(field => fields.includes(field) && !fields.includes(field.replace('_id', '_name')))
  yield csvLine([...named.map(field => field.replace('_id', '')), ...fields.map(field => field.replace(/_cents$/, ''))])
  for (let rows = first; rows.length > 0; rows = await next()) {
    const names = await namesIn(context, rows, named)
    yield rows
      .map(row =>
        csvLine([
          ...named.map(field => names.get(row[field] as string)),
          ...fields.map(field => cellOf(field, row[field])),
        ]),
      )
      .join('')
  }
}

/** The fields of a row that hold a single value, in the order of the contract. */
function fieldsOf(list: List): string[] {
  const { properties } = operationOf(list).success.schema as unknown as {
    properties: { data: { items: { properties: Record<string, Field> } } }
  }
  return Object.entries(properties.data.items.properties)
    .filter(([, field]) => [field, ...(field.anyOf ?? [])].every(({ type }) => type !== 'array' && type !== 'object'))
    .map(([name]) => name)
}

async function namesIn(context: Context, rows: readonly Row[], named: readonly string[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(row => named.map(field => row[field]).filter(id => typeof id === 'string')))
  if (ids.size === 0) return new Map()
  return new Map((await namesOf(context, [...ids])).map(({ id, name }) => [id, name]))
}

/** A cell of the CSV file. Amounts of money are in dollars there. */
function cellOf(field: string, value: unknown): unknown {
  return typeof value === 'number' && field.endsWith('_cents') ? value / 100 : value
}
