/** Reads the rows of a list across its pages. */
import type { Page } from '#client/pages.ts'
import { waitForLimitMs } from '../kit/waits.ts'

/** The most rows that the service returns at once. */
const MAX_PAGE_SIZE = 100

/** Reads at most `most` rows. */
export async function readList<Row>(
  readPage: (page: { limit: number; offset: number }) => Promise<Page<Row>>,
  most: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = { limit: Math.min(MAX_PAGE_SIZE, most - rows.length), offset: rows.length }
    const { data, pagination } = await retryOverLimit(() => readPage(page))
    rows.push(...data)
    if (!pagination.hasMore || data.length === 0 || rows.length >= most) return rows
  }
}

/** Calls again when the service asks to wait, as it does if one member makes very many calls. */
export async function retryOverLimit<Output>(call: () => Promise<Output>): Promise<Output> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const waitMs = waitForLimitMs(error)
      if (waitMs === undefined) throw error
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
  }
}
