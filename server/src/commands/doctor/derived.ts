/** The doctor's check of derived data: stored histories are computed again from the facts, for a sample or for everything. */
import { HISTORIES } from '../../domain/histories.ts'
import { allOrganizations } from '../../platform/organizations/changes.ts'
import { recompute } from '../recompute.ts'
import type { Session } from '../session.ts'
import { type Finding, ok, problem } from './finding.ts'

/** How many organizations a sample contains, which are chosen each time, and how many batches of each of their histories are checked. */
const SAMPLE = { organizations: 20, batches: 1 }

export async function checkDerived(session: Session, isWhole: boolean, random: () => number): Promise<Finding[]> {
  const all = await session.asOperator(allOrganizations)
  const chosen = isWhole ? all : shuffled(all, random).slice(0, SAMPLE.organizations)
  const wrong = new Map<string, number>()
  let keys = 0
  for (const organization of chosen) {
    for (const history of HISTORIES) {
      let batches = 0
      for await (const batch of recompute(session, organization, history, true)) {
        keys += batch.keys
        wrong.set(history.name, (wrong.get(history.name) ?? 0) + batch.differences.length)
        if (!isWhole && ++batches === SAMPLE.batches) break
      }
    }
  }
  const found = [...wrong].filter(([, count]) => count > 0)
  const looked = `${keys} histories of ${chosen.length} of ${all.length} organizations were computed again`
  if (found.length === 0) return [ok('derived data', `${looked}, and all match what is stored.`)]
  return found.map(([name, count]) =>
    problem(
      'derived data',
      `${looked}: ${name} differs in ${count} ${count === 1 ? 'row' : 'rows'}.`,
      'Run `bin/gatehouse recompute`, and report this as a bug: triggers keep stored histories in step with the facts.',
    ),
  )
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map(item => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
