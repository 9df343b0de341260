/** Reads a list page by page to its end, at a pace that leaves the member enough calls for other pages. */
import type { Page } from '#client/pages.ts'
import { waitForLimitMs } from '../kit/waits.ts'

/** The rows that were read, and the length of the list. */
export type Reading<Row> = {
  rows: Row[]
  total: number
  /** Whether rows were added or removed during the read: some may then be missing, and some may be there twice. */
  isChanged: boolean
}

/** The most rows that the service returns at once. */
const LARGEST_PAGE = 100
/** A member may make 600 calls per minute. A long reading makes at most 400 of them. */
const BETWEEN_CALLS_MS = 150
const CALLS_WITHOUT_PAUSE = 100

/** Reads at most `most` rows. `onProgress` receives how many rows have been read. */
export async function readList<Row>(
  readPage: (page: { limit: number; offset: number }) => Promise<Page<Row>>,
  most: number,
  onProgress: (read: number, total: number) => void = () => {},
): Promise<Reading<Row>> {
  const rows: Row[] = []
  const paced = pacing()
  let first: number | undefined
  let isChanged = false
  for (;;) {
    const offset = rows.length
    const { data, pagination } = await paced(() => readPage({ limit: Math.min(LARGEST_PAGE, most - offset), offset }))
    first ??= pagination.total
    isChanged ||= pagination.total !== first
    rows.push(...data)
    onProgress(rows.length, pagination.total)
    if (!pagination.hasMore || data.length === 0 || rows.length >= most) {
      return { rows, total: pagination.total, isChanged }
    }
  }
}

/** Makes calls one after another: the first hundred at once, and the others with a pause. */
export function pacing(): <Output>(call: () => Promise<Output>) => Promise<Output> {
  let calls = 0
  return async call => {
    if (++calls > CALLS_WITHOUT_PAUSE) await new Promise(resolve => setTimeout(resolve, BETWEEN_CALLS_MS))
    return patiently(call)
  }
}

/** Calls again when the service asks to wait, as it does if one member makes very many calls. */
export async function patiently<Output>(call: () => Promise<Output>): Promise<Output> {
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
