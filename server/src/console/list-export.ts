/** The lists of the console as CSV: read in batches from one snapshot, with the names of the records for which a row has only the IDs. */
import type { EXPORTED_LISTS } from '#contract/console/list-export.ts'
import type { MemberInputOf } from '#contract/console/operation.ts'
import { type ConsoleContract, consoleContract } from '#contract/console.ts'
import type { AnyOperation } from '#contract/operation.ts'
import { v1 } from '#contract/v1.ts'
import { csvLine } from '#server/base/csv.ts'
import { Refusal } from '#server/base/refusal.ts'
import { ListReader } from '#server/db/list-reader.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { consoleOperations } from '#server/domain/console.ts'
import { namesOf } from '#server/domain/names/operations.ts'
import { v1Implementations } from '#server/domain/v1.ts'
import { inputDecoder } from '#server/http/decode.ts'
import { type Query, readQuery } from '#server/http/query.ts'
import { listFailures } from '#server/platform/audit/calls.ts'
import type { Context, SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import type { MemberContext } from '#server/platform/members/member.ts'
import { listAdministrativeEntries } from './administrative-log.ts'
import { listKeys } from './keys.ts'
import { listInvitations, listMembers } from './members.ts'
import { imports } from './past-imports.ts'

type List = (typeof EXPORTED_LISTS)[number]
type Row = Record<string, unknown>
type Field = { type?: string; anyOf?: Field[]; items?: Field; additionalProperties?: boolean }

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
  keys: 'listKeys',
  members: 'listMembers',
  invitations: 'listInvitations',
  imports: 'listImports',
  'administrative-log': 'listAdministrativeEntries',
  failures: 'listFailures',
} as const satisfies Record<List, keyof ConsoleContract | keyof typeof v1Implementations>

/** Members and invitations are read as gatehouse_console, which has no snapshots. */
const OF_MEMBERS: readonly List[] = ['members', 'invitations']

const IMPLEMENTATIONS = {
  ...v1Implementations,
  ...consoleOperations,
  ...imports,
  listKeys,
  listMembers,
  listInvitations,
  listAdministrativeEntries,
  listFailures,
}

/** The most entries of a log that are read at once. */
const LOG_PAGE = 200

const NAMED = ['property_id', 'unit_id', 'resident_id'] as const

/** Returns the operation that exports a list; `membersFor` gives access to the members of an organization. */
export function exportList(membersFor: (organizationId: string) => Tenant) {
  return async (
    context: SnapshotContext & MemberContext,
    { list, filters = '' }: MemberInputOf<ConsoleContract['exportList']>,
  ): Promise<Download> => {
    // The name in the path can be any text, whatever the schema lists.
    if (!Object.hasOwn(OPERATION_OF, list)) throw new Refusal('not_found', 'There is no such list.')
    const input = inputOf(list, filters)
    const batches = OF_MEMBERS.includes(list)
      ? batchesOf({ ...context, db: membersFor(context.db.organizationId) }, list, input)
      : isPaged(list)
        ? batchesOf({ ...context, db: new ListReader(context.db) }, list, input)
        : batchesOf(context, list, input)
    // The first batch is read before anything is sent, so that whatever the list refuses is refused.
    const first = await batches.next()
    return {
      type: 'text/csv; charset=utf-8',
      fileName: `${list}-${context.today}.csv`,
      texts: linesOf(context, list, first.done ? [] : first.value, batches),
    }
  }
}

/** The operation of a list. If version 1 and the console each have one of this name, it is the console's, which can sort. */
function operationOf(list: List): AnyOperation {
  return ({ ...v1, ...consoleContract } as Record<string, AnyOperation>)[OPERATION_OF[list]] as AnyOperation
}

/** Reads the filters like the operation that lists, and refuses the same ones. */
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

function schemaOf(list: List): { data: { items: { properties: Record<string, Field> } }; pagination?: unknown } {
  return (operationOf(list).success.schema as unknown as { properties: never }).properties
}

const isPaged = (list: List) => schemaOf(list).pagination !== undefined

/** The rows of a list: page by page from one statement, back through a log by its cursor, or all at once if the list has neither. */
async function* batchesOf(context: Context, list: List, input: Row): AsyncGenerator<Row[], void, undefined> {
  const run = IMPLEMENTATIONS[OPERATION_OF[list]] as (
    context: Context,
    input: unknown,
  ) => Promise<{ data: Row[]; next?: string | null }>
  let before: string | undefined
  for (;;) {
    const { data, next } = await run(context, isPaged(list) ? input : { ...input, before, limit: LOG_PAGE })
    if (data.length === 0) return
    yield data
    if (!isPaged(list) && !next) return
    before = next ?? undefined
  }
}

async function* linesOf(
  context: Context,
  list: List,
  first: Row[],
  rest: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const fields = fieldsOf(list)
  const named = NAMED.filter(field => fields.includes(field) && !fields.includes(field.replace('_id', '_name')))
  yield csvLine([...named.map(field => field.replace('_id', '')), ...fields.map(field => field.replace(/_cents$/, ''))])
  const linesIn = async (rows: Row[]) => {
    const names = await namesIn(context, rows, named)
    return rows
      .map(row =>
        csvLine([
          ...named.map(field => names.get(row[field] as string)),
          ...fields.map(field => cellOf(field, row[field])),
        ]),
      )
      .join('')
  }
  yield await linesIn(first)
  for await (const rows of rest) yield await linesIn(rows)
}

/** The fields of a row that hold one value, several words or an object of any fields, in the order of the contract. */
function fieldsOf(list: List): string[] {
  return Object.entries(schemaOf(list).data.items.properties)
    .filter(([, field]) => [field, ...(field.anyOf ?? [])].every(isCell))
    .map(([name]) => name)
}

function isCell({ type, items, additionalProperties }: Field): boolean {
  if (type === 'array') return items?.type === 'string'
  return type !== 'object' || additionalProperties === true
}

async function namesIn(context: Context, rows: readonly Row[], named: readonly string[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(row => named.map(field => row[field]).filter(id => typeof id === 'string')))
  if (ids.size === 0) return new Map()
  return new Map((await namesOf(context, [...ids])).map(({ id, name }) => [id, name]))
}

/** A cell of the CSV file. Amounts of money are in dollars there. */
function cellOf(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.join(' ')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return typeof value === 'number' && field.endsWith('_cents') ? value / 100 : value
}
