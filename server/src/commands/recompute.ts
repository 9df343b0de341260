/** `recompute`: compares the stored histories with the facts they follow from, and corrects them. */
import { idFromUuid } from '../base/ids.ts'
import { counted } from '../base/text.ts'
import { HISTORIES } from '../domain/histories.ts'
import { compareNext, type Difference, type History } from '../domain/history.ts'
import { allOrganizations } from '../platform/organizations/changes.ts'
import type { OrganizationRecord } from '../platform/organizations/queries.ts'
import type { Command, Outcome } from './command.ts'
import { type Session, withSession } from './session.ts'

/** The size of a batch. Each batch is one transaction, and others wait no longer than that. */
const KEYS_AT_ONCE = 1_000

/** The number of differences that are listed individually; all of them are counted. */
const MAX_LISTED = 100

type ListedDifference = Difference & { organization_id: string; history: string }
type Found = { keys: number; differences: number }

export const recomputeCommand: Command = {
  words: 'recompute',
  about:
    'Compute the stored histories, such as the balances of leases by day, from the facts, and correct differences.',
  ifInterrupted: 'What was corrected stays. Run the command again for the rest.',
  options: {
    org: { value: 'ID', about: 'Only this organization. Defaults to all, one after another.' },
    check: { about: 'Report differences and change nothing; exit status 1 if there are any.' },
  },
  run: call =>
    withSession(call, async session => {
      const id = call.text('org')
      const organizations =
        id === undefined ? await session.asOperator(allOrganizations) : [await session.organization(id)]
      const isCheck = call.isSet('check')
      const found = new Map<History, Found>(HISTORIES.map(history => [history, { keys: 0, differences: 0 }]))
      const listed: ListedDifference[] = []
      for (const organization of organizations) {
        for (const [history, counts] of found) {
          for await (const { keys, differences } of recompute(session, organization, history, isCheck)) {
            counts.keys += keys
            counts.differences += differences.length
            const place = { organization_id: idFromUuid('organization', organization.id), history: history.name }
            const left = MAX_LISTED - listed.length
            listed.push(...differences.slice(0, left).map(difference => ({ ...place, ...difference })))
          }
        }
      }
      return outcomeOf(found, listed, isCheck)
    }),
}

/** Yields, batch by batch, how many keys were compared and where their stored history was wrong. */
export async function* recompute(
  session: Session,
  organization: OrganizationRecord,
  history: History,
  isCheck: boolean,
) {
  for (let after = ''; ; ) {
    const { keys, differences } = await session.within(organization, async context => {
      const compared = await compareNext(history, context, after, KEYS_AT_ONCE)
      const wrong = [...new Set(compared.differences.map(({ key }) => key))]
      if (wrong.length > 0 && !isCheck) await history.correct(context, wrong)
      return compared
    })
    const last = keys.at(-1)
    if (last === undefined) return
    yield { keys: keys.length, differences }
    after = last
  }
}

function outcomeOf(found: Map<History, Found>, listed: readonly ListedDifference[], isCheck: boolean): Outcome {
  const histories = [...found].map(([{ name }, counts]) => ({ name, ...counts }))
  const total = histories.reduce((sum, { differences }) => sum + differences, 0)
  const summaries = [...found].map(([{ name, keys: noun }, { keys, differences }]) => {
    const corrected = differences > 0 && !isCheck ? ', corrected' : ''
    return `${name}: ${keys} ${noun} checked, ${counted(differences, 'difference')}${corrected}.`
  })
  return {
    json: { corrected: !isCheck, histories, differences: listed },
    lines: [...listed.map(lineOf), ...summaries],
    refused: isCheck && total > 0,
  }
}

function lineOf({ organization_id, history, key, from_day, stored, computed }: ListedDifference): string {
  const shown = (row: Difference['stored']) => (row ? JSON.stringify(row) : 'no row')
  return `${organization_id} ${history} ${key} from ${from_day}: stored ${shown(stored)}, computed ${shown(computed)}`
}
