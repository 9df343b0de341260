/** The rent roll of a day, read from one snapshot and handed on in parts. */
import type { Implementations, PartOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Context, SnapshotContext } from '#server/platform/context.ts'
import { findScope, listFutureResidents, listRows, type ScopeRow, sumOtherBalances } from './queries.ts'
import { openSums } from './sums.ts'

type RentRoll = Implementations<Pick<V1, 'getRentRoll'>, Context, SnapshotContext>

export const getRentRoll: RentRoll['getRentRoll'] = async (context, { scope_id, as_of_date }) => {
  return partsOf(context, await scopeNamed(context, scope_id), as_of_date ?? context.today)
}

async function* partsOf(
  { db, today, now }: SnapshotContext,
  { propertyIds, ...scope }: ScopeRow,
  day: string,
): AsyncGenerator<PartOf<V1['getRentRoll']>> {
  const balanceDay = day < today ? day : today
  const values = [db.organizationId, day, propertyIds, balanceDay]
  const sums = openSums()
  let futureBalance = 0

  yield { scope, as_of_date: day, generated_at: new Date(now).toISOString(), rows: [] }
  for await (const rows of db.batches(listRows, values)) {
    for (const row of rows) sums.add(row)
    yield { rows }
  }
  yield { future_residents: [] }
  for await (const future_residents of db.batches(listFutureResidents, values)) {
    for (const { balance_cents } of future_residents) futureBalance += balance_cents
    yield { future_residents }
  }
  const [others] = await db.query(sumOtherBalances, values)
  yield {
    totals: {
      ...sums.totals(),
      future_residents_balance_cents: futureBalance,
      former_residents_balance_cents: others?.balance_cents ?? 0,
    },
    ...sums.breakdowns(),
  }
}

async function scopeNamed({ db }: SnapshotContext, scopeId: string): Promise<ScopeRow> {
  const organization = idFromUuid('organization', db.organizationId)
  const isAll = scopeId === 'portfolio' || scopeId === organization
  const [scope] = await db.query(findScope, [db.organizationId, scopeId, isAll])
  if (!scope) throw new Refusal('not_found', 'There is no such property or portfolio.')
  return scope.type === 'ORGANIZATION' ? { ...scope, id: organization } : scope
}
