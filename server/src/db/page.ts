/** A page of a list. Read from the pool, its items become objects only if somebody looks at them; to be sent, they become JSON directly. */
import type { Rows } from './row-bytes.ts'
import { rowsJson } from './row-json.ts'
import type { Statement } from './statement.ts'
import type { Tenant } from './tenant.ts'
import { forget, keepUnread } from './unread.ts'
import type { Value } from './value.ts'

export type Paged<Item> = {
  data: Item[]
  pagination: { total: number; limit: number; offset: number; hasMore: boolean }
}

/** A row of a list's statement: the item with the list's total. */
export type ListRow = { total: number }
type Place = { limit: number; offset: number }
type Read = {
  page: Statement<ListRow>
  /** Reads only the total. */
  end: () => Statement<ListRow>
}

/** A page that is empty has no row that states the total, so if it is not the first one, the total is read again. */
export async function readPage<Item>(
  db: Tenant,
  { page, end }: Read,
  parameters: readonly Value[],
  place: Place,
): Promise<Paged<Item>> {
  const isPastEnd = (count: number) => count === 0 && place.offset > 0
  const totalAtEnd = async () => (await db.query(end(), parameters))[0]?.total ?? 0
  if (!db.rows) {
    const rows = await db.query(page, parameters)
    return pageOf(rows, isPastEnd(rows.length) ? await totalAtEnd() : 0, place)
  }
  const rows = await db.rows(page, parameters)
  if (rows.count > 0) return unreadPageOf(rows, place)
  rows.release()
  return pageOf([], isPastEnd(0) ? await totalAtEnd() : 0, place)
}

/** The page of these rows; `totalIfEmpty` is the total if there are none. */
export function pageOf<Item>(rows: readonly ListRow[], totalIfEmpty: number, place: Place): Paged<Item> {
  const data = itemsOf<Item>(rows)
  return { data, pagination: paginationOf(rows[0]?.total ?? totalIfEmpty, data.length, place) }
}

function unreadPageOf<Item>(rows: Rows, place: Place): Paged<Item> {
  let items: Item[] | undefined
  const page: Paged<Item> = {
    get data() {
      if (items === undefined) {
        items = itemsOf(rows.objects() as ListRow[])
        forget(page)
      }
      return items
    },
    pagination: paginationOf(Number(rows.first('total')), rows.count, place),
  }
  keepUnread(page, rows, ({ properties }) => {
    const item = properties?.data?.items
    const written = item && rowsJson(rows, item)
    if (written === undefined) return undefined
    return `{"data":[${written}],"pagination":${JSON.stringify(page.pagination)}}`
  })
  return page
}

function itemsOf<Item>(rows: readonly ListRow[]): Item[] {
  const items: Item[] = []
  for (const { total: _, ...item } of rows) items.push(item as Item)
  return items
}

function paginationOf(total: number, count: number, { limit, offset }: Place): Paged<never>['pagination'] {
  return { total, limit, offset, hasMore: offset + count < total }
}
