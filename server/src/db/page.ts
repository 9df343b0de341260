/** A page of a list. Read from the pool, its items become objects only if somebody looks at them; to be sent, they become JSON directly. */
import type { Rows } from './row-bytes.ts'
import { type ItemSchema, rowsJson } from './row-json.ts'

export type Paged<Item> = {
  data: Item[]
  pagination: { total: number; limit: number; offset: number; hasMore: boolean }
}

/** A row of a list's statement: the item with the list's total and its position on the page, which is null if the page is empty. */
export type ListRow = { total: number; position: number | null }
type Place = { limit: number; offset: number }

/** The rows of pages at whose items nobody has looked, so that nobody can have changed them. */
const unread = new WeakMap<object, Rows>()

export function pageOf<Item>(rows: readonly ListRow[], place: Place): Paged<Item> {
  const data = itemsOf<Item>(rows)
  return { data, pagination: paginationOf(rows[0]?.total ?? 0, data.length, place) }
}

export function unreadPageOf<Item>(rows: Rows, place: Place): Paged<Item> {
  const total = Number(rows.first('total') ?? 0)
  if ((rows.first('position') ?? null) === null) {
    rows.release()
    return { data: [], pagination: paginationOf(total, 0, place) }
  }
  let items: Item[] | undefined
  const page: Paged<Item> = {
    get data() {
      if (items === undefined) {
        items = itemsOf(rows.objects() as ListRow[])
        forget(page, rows)
      }
      return items
    },
    pagination: paginationOf(total, rows.count, place),
  }
  unread.set(page, rows)
  return page
}

/** The JSON of an unread page by its schema; undefined for anything else. */
export function unreadPageJson(value: unknown, schema: ItemSchema): string | undefined {
  const rows = typeof value === 'object' && value !== null ? unread.get(value) : undefined
  const item = schema.properties?.data?.items
  const items = rows && item && rowsJson(rows, item)
  if (items === undefined) return undefined
  forget(value as object, rows as Rows)
  return `{"data":[${items}],"pagination":${JSON.stringify((value as Paged<unknown>).pagination)}}`
}

function forget(page: object, rows: Rows): void {
  unread.delete(page)
  rows.release()
}

function itemsOf<Item>(rows: readonly ListRow[]): Item[] {
  const items: Item[] = []
  for (const { total: _, position, ...item } of rows) if (position !== null) items.push(item as Item)
  return items
}

function paginationOf(total: number, count: number, { limit, offset }: Place): Paged<never>['pagination'] {
  return { total, limit, offset, hasMore: offset + count < total }
}
