/** Reading again what belongs to an organization, after something of it changed. */
import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads everything that is shown again, or only marks it as old if the tab is hidden; resolves once it has been read. What is under way may have been read
 * before the change. The query library would take a first answer of that kind for the new state, and show it until the next change, so it is given up.
 */
export function reread(queries: QueryClient, organization: string, isHidden = false): Promise<void> {
  const queryKey = [organization]
  void queries.cancelQueries({ queryKey, type: isHidden ? 'all' : 'inactive' })
  // Whoever waits for a read that is given up without notice waits for the one that replaces it.
  if (!isHidden) void queries.cancelQueries({ queryKey, type: 'active' }, { silent: true, revert: false })
  return queries.invalidateQueries({ queryKey, refetchType: isHidden ? 'none' : 'active' })
}
