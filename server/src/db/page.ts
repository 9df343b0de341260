/** A page of a list. Read from the pool, its items become objects only if somebody looks at them; to be sent, they become JSON directly. */
import type { Rows } from './row-bytes.ts'
import { rowsJson } from './row-json.ts'
import { forget, keepUnread } from './unread.ts'

export type Paged<Item> = {
  data: Item[]
  pagination: { total: number; limit: number; offset: number; hasMore: boolean }
}

/** A row of a list's statement: the item with the list's total and its position on the page, which is null if the page is empty. */
export type ListRow = { total: number; position: number | null }
type Place = { limit: number; offset: number }

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
        forget(page)
      }
      return items
    },
    pagination: paginationOf(total, rows.count, place),
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
  for (const { total: _, position, ...item } of rows) if (position !== null) items.push(item as Item)
  return items
}

function paginationOf(total: number, count: number, { limit, offset }: Place): Paged<never>['pagination'] {
  return { total, limit, offset, hasMore: offset + count < total }
}
