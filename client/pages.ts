/** Lists longer than a page, item by item. */

export type Page<Item> = {
  data: Item[]
  pagination: { total: number; limit: number; offset: number; hasMore: boolean }
}

/** The input of a list, without the parameters of a page. */
export type WithoutPage<Input> = Omit<Input, 'limit' | 'offset'>

const PAGE_SIZE = 100

/**
 * Every item of a list in its order; each page is requested when it is needed. Items that leave the list during the read, such as work orders that are
 * completed while those that are NEW are read, move those behind them forward, so the read goes back by as many. An item may therefore be returned
 * twice. One is missed only if others are added behind it at the same time.
 */
export async function* eachItem<Item>(
  listPage: (page: { limit: number; offset: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let offset = 0
  let total = 0
  for (;;) {
    const { data, pagination } = await listPage({ limit: PAGE_SIZE, offset })
    const left = Math.min(total - pagination.total, offset)
    total = pagination.total
    if (left > 0) {
      offset -= left
      continue
    }
    yield* data
    if (!pagination.hasMore) return
    offset += PAGE_SIZE
  }
}
