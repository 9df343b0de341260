/** The code of a page, which is fetched when the page is first opened. By then it may be gone, because the service is restarting or was upgraded. */
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, unreachable } from '#client/errors.ts'
import { isReachable } from './recovery.ts'

/** A document whose first page fails is not reloaded automatically, because the next one might fail in the same way, and so on. */
let mayLoadAgain = false

/**
 * Fetches the code. A browser does not fetch a file again that has failed once in the document, so an address that is being opened is loaded as a whole,
 * which also brings the code of a newer service. While the service cannot be reached, the document stays and says so.
 */
export async function pageCode<Module>(
  load: () => Promise<Module>,
  { queries, opening }: { queries: QueryClient; opening: string | undefined },
): Promise<Module> {
  try {
    const code = await load()
    mayLoadAgain = true
    return code
  } catch {
    if (!(await isReachable(queries))) throw unreachable()
    if (opening === undefined || !mayLoadAgain) {
      // Trying again loads the document.
      mayLoadAgain = true
      throw new ApiError(0, 'unreadable', 'The code of this page could not be loaded. Try again.')
    }
    location.assign(opening)
    return new Promise(() => {})
  }
}
