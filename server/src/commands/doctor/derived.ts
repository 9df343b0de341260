/** The doctor's check of derived data: stored histories are computed again from the facts and counters are compared with records, for a sample or for everything. */
import { counted } from '../../base/text.ts'
import { typed } from '../../base/typed-command.ts'
import { HISTORIES } from '../../domain/histories.ts'
import { listCountersBehind } from '../../domain/numbers.ts'
import { allOrganizations } from '../../platform/organizations/changes.ts'
import { recompute } from '../recompute.ts'
import type { Session } from '../session.ts'
import { type Finding, ok, problem } from './finding.ts'

/** How many organizations a sample contains, chosen again each time, and how many batches of each of their histories are checked. */
const SAMPLE = { organizations: 20, batches: 1 }

export async function checkDerived(session: Session, isWhole: boolean, random: () => number): Promise<Finding[]> {
  const all = await session.asOperator(allOrganizations)
  const chosen = isWhole ? all : shuffled(all, random).slice(0, SAMPLE.organizations)
  const wrong = new Map<string, number>()
  const behind = new Map<string, Finding>()
  let keys = 0
  for (const organization of chosen) {
    const counters = await session.within(organization, ({ db }) => db.query(listCountersBehind, [db.organizationId]))
    for (const { counter, records } of counters) behind.set(counter, describeBehind(counter, records))
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
  const looked = `${counted(keys, 'history', 'histories')} of ${chosen.length} of ${counted(all.length, 'organization')} ${keys === 1 ? 'was' : 'were'} computed again`
  if (found.length === 0 && behind.size === 0) return [ok('derived data', `${looked}, and all match what is stored.`)]
  const differences = found.map(([name, count]) =>
    problem(
      'derived data',
      `${looked}: ${name} differs in ${counted(count, 'row')}.`,
      `Run ${typed('recompute')}, and report this as a bug: triggers keep stored histories in step with the facts.`,
    ),
  )
  return [...differences, ...behind.values()]
}

/** With such a counter, creating any further record of this kind is answered with 500. A repair by hand, or a restore of some tables only, leaves such a counter. */
function describeBehind(counter: string, records: string): Finding {
  return problem(
    'derived data',
    `The counter ${counter} is behind the numbers of ${records}, so that no further ones can be created.`,
    `Run INSERT INTO ${counter} SELECT organization_id, max(number) FROM ${records} GROUP BY 1 ON CONFLICT (organization_id) DO UPDATE SET last_number = greatest(${counter}.last_number, excluded.last_number) as a superuser.`,
  )
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map(item => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
