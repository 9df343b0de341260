/** Lists longer than a page, item by item. */

export type Page<Item> = {
  data: Item[]
  pagination: { total: number; limit: number; offset: number; hasMore: boolean }
}

/** The input of a list, without the parameters of a page. */
export type WithoutPage<Input> = Omit<Input, 'limit' | 'offset'>

const PAGE_SIZE = 100

/**
 * Every item of a list in its order; each page is requested when it is needed. An item that is added or removed during the read shifts the pages, so
 * an item may be returned twice or missed.
 */
export async function* eachItem<Item>(
  listPage: (page: { limit: number; offset: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { data, pagination } = await listPage({ limit: PAGE_SIZE, offset })
    yield* data
    if (!pagination.hasMore) return
  }
}
