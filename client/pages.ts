/** Lists longer than a page, item by item. */

export type Page<Item> = {
  data: Item[]
  pagination: { total: number; limit: number; offset: number; hasMore: boolean }
}

/** The input of a list, without the parameters of a page. */
export type WithoutPage<Input> = Omit<Input, 'limit' | 'offset'>

const PAGE_SIZE = 100
/** How many of the last items are remembered, so that a list without end takes no more memory than this. */
const REMEMBERED = 10_000

/**
 * Every item of a list in its order, once; each page is requested when it is needed. Each page begins with the last item of the one before. Where that
 * item is not found again, items have left the list, such as work orders that are completed while those that are NEW are read, and moved those behind
 * them forward: the read then goes back until a page begins within what was returned. `total` would not tell, because as many may have been added. An
 * item is missed only if it changes its place in the order to one that was already read.
 */
export async function* eachItem<Item extends object>(
  listPage: (page: { limit: number; offset: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  const returned = new Set<string>()
  let offset = 0
  for (;;) {
    const { data, pagination } = await listPage({ limit: PAGE_SIZE, offset })
    if (offset > 0 && !data.some(item => returned.has(identityOf(item)))) {
      offset = Math.max(0, offset - (PAGE_SIZE - 1))
      continue
    }
    for (const item of data) {
      const identity = identityOf(item)
      if (returned.has(identity)) continue
      remember(returned, identity)
      yield item
    }
    if (!pagination.hasMore) return
    offset += PAGE_SIZE - 1
  }
}

/** An item's own ID, which is its first, and that of its lease, because a resident is listed once for each lease. Neither ever changes. */
function identityOf(item: object): string {
  const [, own] = Object.entries(item).find(([name]) => name === 'id' || name.endsWith('_id')) ?? []
  const { lease_id } = item as { lease_id?: string }
  return `${own} ${lease_id}`
}

function remember(returned: Set<string>, identity: string): void {
  returned.add(identity)
  if (returned.size <= REMEMBERED) return
  const [oldest] = returned
  returned.delete(oldest!)
}
