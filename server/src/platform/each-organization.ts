/** Upkeep that works through organizations one after another. */

/** How many organizations one round of upkeep handles; the others wait for the next round. */
export const ORGANIZATIONS_PER_ROUND = 1_000
/** If the database cannot be reached, every organization fails, so a round ends with this many failures. */
const MAX_FAILURES = 10

/**
 * Does `work` for one organization after another. One that fails does not hold up the others: the error is thrown once they are done, with the first
 * failure as its cause.
 */
export async function forEachOrganization<Item extends { id: string }>(
  organizations: readonly Item[],
  work: (organization: Item) => Promise<unknown>,
): Promise<void> {
  const failed: { id: string; error: unknown }[] = []
  for (const organization of organizations) {
    if (failed.length === MAX_FAILURES) break
    await work(organization).catch(error => failed.push({ id: organization.id, error }))
  }
  const [first] = failed
  if (first) throw new Error(`${failed.length} failed, organization ${first.id} first`, { cause: first.error })
}
