/** Reading again what belongs to an organization, after something of it changed. */
import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads everything that is shown again, or only marks it as old; resolves once it has been read. What is under way may have been read before the change.
 * The query library would take a first answer of that kind for the new state, and show it until the next change, so it is given up.
 */
export async function reread(
  queries: QueryClient,
  organization: string,
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  await queries.cancelQueries({ queryKey: [organization] })
  await queries.invalidateQueries({ queryKey: [organization], refetchType })
}
