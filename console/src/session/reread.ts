/** Reading again what belongs to an organization, after something of it changed. */
import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads again everything that is shown, or only marks it as old if the tab is hidden; resolves once it has been read. A read in progress may return what
 * was stored before the change, and the query library would show that until the next change, so such a read is canceled.
 */
export function reread(queries: QueryClient, organization: string, isHidden = false): Promise<void> {
  const queryKey = [organization]
  void queries.cancelQueries({ queryKey, type: isHidden ? 'all' : 'inactive' })
  // A caller that waits for a silently canceled read waits for the one that replaces it.
  if (!isHidden) void queries.cancelQueries({ queryKey, type: 'active' }, { silent: true, revert: false })
  return queries.invalidateQueries({ queryKey, refetchType: isHidden ? 'none' : 'active' })
}
