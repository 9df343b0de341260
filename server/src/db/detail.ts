/**
 * A record with the lists that belong to it, read by one statement and therefore of one snapshot. Its first row has the columns of the record, and each
 * further row those of one item, with the name of the list before theirs; all others are null. The rows of a list stand together, in the order of
 * the lists. As with pages, the rows become JSON directly unless somebody looks at the record.
 */
import { lookAt, type Rows } from './row-bytes.ts'
import { type ItemSchema, rowsJson } from './row-json.ts'
import type { Statement } from './statement.ts'
import type { Tenant } from './tenant.ts'
import { forget, keepUnread } from './unread.ts'
import type { Value } from './value.ts'

/** A list: its name, and the column of an item that is never null. */
type DetailList = { name: string; key: string }

/** For a select: the columns of the items that `source` holds, under the names by which they are found. */
export function itemColumns(list: string, source: string, columns: readonly string[]): string {
  return columns.map(column => `${source}.${column} as "${list}.${column}"`).join(', ')
}

/** Runs the statement, and resolves with the record or undefined. */
export async function readDetail<Detail extends object>(
  db: Tenant,
  statement: Statement<object>,
  values: readonly Value[],
  lists: readonly DetailList[],
): Promise<Detail | undefined> {
  if (!db.rows) return composed(await db.query(statement, values), lists) as Detail | undefined
  const rows = await db.rows(statement, values)
  if (rows.count > 0) return unreadDetail(rows, lists) as Detail
  rows.release()
  return undefined
}

type Row = Record<string, unknown>

function composed(rows: readonly object[], lists: readonly DetailList[]): Row | undefined {
  const [first, ...items] = rows as Row[]
  if (!first) return undefined
  const detail = Object.fromEntries(Object.entries(first).filter(([column]) => !column.includes('.')))
  for (const { name, key } of lists) {
    detail[name] = items.filter(item => item[`${name}.${key}`] !== null).map(item => itemOf(item, name))
  }
  return detail
}

function itemOf(row: Row, list: string): Row {
  const prefix = `${list}.`
  const own = Object.entries(row).filter(([column]) => column.startsWith(prefix))
  return Object.fromEntries(own.map(([column, value]) => [column.slice(prefix.length), value]))
}

function unreadDetail(rows: Rows, lists: readonly DetailList[]): object {
  const detail = {}
  let read: Row | undefined
  const readColumn = (name: string) => {
    if (read === undefined) {
      read = composed(rows.objects(), lists) as Row
      forget(detail)
    }
    return read[name]
  }
  const columns = rows.columns.fields.map(({ name }) => name).filter(name => !name.includes('.'))
  for (const name of [...columns, ...lists.map(list => list.name)]) {
    Object.defineProperty(detail, name, { enumerable: true, get: () => readColumn(name) })
  }
  keepUnread(detail, rows, schema => detailJson(rows, lists, schema))
  return detail
}

/** Undefined unless the lists are the last properties of the schema, in their order. */
function detailJson(rows: Rows, lists: readonly DetailList[], schema: ItemSchema): string | undefined {
  const record = recordSchemaOf(schema, lists)
  if (!record) return undefined
  const { bytes } = rows
  let at = lookAt(bytes, 0, 0).next
  const own = rowsJson(rows, record, { prefix: '', from: 0, to: at })
  if (own === undefined) return undefined
  let json = own.slice(0, -1)
  for (const { name, key } of lists) {
    const to = endOf(rows, `${name}.${key}`, at)
    const items = rowsJson(rows, schema.properties?.[name]?.items as ItemSchema, { prefix: `${name}.`, from: at, to })
    if (items === undefined) return undefined
    json += `,"${name}":[${items}]`
    at = to
  }
  return `${json}}`
}

/** The end of the rows from `at` on in which the column is not null. */
function endOf({ columns, bytes }: Rows, column: string, at: number): number {
  const index = columns.fields.findIndex(({ name }) => name === column)
  let end = at
  while (end < bytes.length) {
    const { isNull, next } = lookAt(bytes, end, index)
    if (isNull) break
    end = next
  }
  return end
}

const recordSchemas = new WeakMap<ItemSchema, ItemSchema | null>()

/** The schema without its lists; null unless they are its last properties, in their order. */
function recordSchemaOf(schema: ItemSchema, lists: readonly DetailList[]): ItemSchema | null {
  const known = recordSchemas.get(schema)
  if (known !== undefined) return known
  const { properties = {}, required = [] } = schema
  const own = Object.entries(properties).slice(0, -lists.length)
  const last = Object.entries(properties).slice(-lists.length)
  const areLast = last.every(([name, { items }], index) => name === lists[index]?.name && items !== undefined)
  const names = new Set(own.map(([name]) => name))
  const record = { ...schema, properties: Object.fromEntries(own), required: required.filter(name => names.has(name)) }
  recordSchemas.set(schema, areLast ? record : null)
  return areLast ? record : null
}
