/** The rent roll of a day, read from one snapshot and returned in parts. */
import type { PartOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { SnapshotContext, V1Operations } from '#server/platform/context.ts'
import { findScope, listFutureResidents, listRows, type ScopeRow, sumOtherBalances } from './queries.ts'
import { openSums } from './sums.ts'

/** About how many units one statement reads: planning a statement takes as long as reading some 50 units. */
const UNITS_AT_ONCE = 1_000

export const getRentRoll: V1Operations['getRentRoll'] = async (context, { scope_id, as_of_date }) => {
  return partsOf(context, await scopeNamed(context, scope_id), as_of_date ?? context.today)
}

async function* partsOf(
  { db, today, now }: SnapshotContext,
  { propertyIds, unitCounts, ...scope }: ScopeRow,
  day: string,
): AsyncGenerator<PartOf<V1['getRentRoll']>> {
  const balanceDay = day < today ? day : today
  const pieces = piecesOf(propertyIds, unitCounts).map(ids => [db.organizationId, day, ids, balanceDay])
  const sums = openSums()
  let futureBalance = 0

  yield { scope, as_of_date: day, generated_at: new Date(now).toISOString(), rows: [] }
  for (const piece of pieces) {
    for await (const rows of db.batches(listRows, piece)) {
      for (const row of rows) sums.add(row)
      yield { rows }
    }
  }
  yield { future_residents: [] }
  let otherBalance = 0
  for (const piece of pieces) {
    for await (const future_residents of db.batches(listFutureResidents, piece)) {
      for (const { balance_cents } of future_residents) futureBalance += balance_cents
      yield { future_residents }
    }
    const [others] = await db.query(sumOtherBalances, piece)
    otherBalance += others?.balance_cents ?? 0
  }
  yield {
    totals: {
      ...sums.totals(),
      future_residents_balance_cents: futureBalance,
      former_residents_balance_cents: otherBalance,
    },
    ...sums.breakdowns(),
  }
}

/** Splits the properties, in their order, into pieces of about a thousand units. One statement reads one piece. */
function piecesOf(propertyIds: readonly string[], unitCounts: readonly number[]): string[][] {
  const pieces: string[][] = []
  let units = Number.POSITIVE_INFINITY
  for (const [index, id] of propertyIds.entries()) {
    const count = unitCounts[index] as number
    if (units + count > UNITS_AT_ONCE) {
      pieces.push([])
      units = 0
    }
    pieces.at(-1)?.push(id)
    units += count
  }
  return pieces
}

async function scopeNamed({ db }: SnapshotContext, scopeId: string): Promise<ScopeRow> {
  const organization = idFromUuid('organization', db.organizationId)
  const isAll = scopeId === 'portfolio' || scopeId === organization
  const [scope] = await db.query(findScope, [db.organizationId, scopeId, isAll])
  if (!scope) throw new Refusal('not_found', 'There is no such property or portfolio.')
  return scope.type === 'ORGANIZATION' ? { ...scope, id: organization } : scope
}
