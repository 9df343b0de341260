/** The rent roll of a day, read from one snapshot and returned in parts. */
import type { PartOf } from '#contract/operation.ts'
import type { V1 } from '#contract/v1.ts'
import { earlier } from '#server/base/dates.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { inPieces } from '#server/base/in-pieces.ts'
import { PieceSize } from '#server/base/piece-size.ts'
import { requireOne } from '#server/base/refusal.ts'
import type { SnapshotContext, V1Operations } from '#server/platform/context.ts'
import { findScope, listRows, listUnitsInOrder, readOtherLeases, type ScopeRow } from './queries.ts'
import { openSums } from './sums.ts'

/** About how many units are listed at a time. */
const UNITS_LISTED = 1_000

export const getRentRoll: V1Operations['getRentRoll'] = async (context, { scope_id, as_of_date }) => {
  return partsOf(context, await scopeNamed(context, scope_id), as_of_date ?? context.today)
}

async function* partsOf(
  context: SnapshotContext,
  { propertyIds, unitCounts, ...scope }: ScopeRow,
  day: string,
): AsyncGenerator<PartOf<V1['getRentRoll']>> {
  const { db, today, now } = context
  const balanceDay = earlier(day, today)
  const lists = listsOf(propertyIds, unitCounts)
  const values = (ids: readonly string[]) => [db.organizationId, day, ids, balanceDay]
  const sums = openSums()
  await db.keepPlans()

  yield { scope, as_of_date: day, generated_at: new Date(now).toISOString(), rows: [] }
  for await (const rows of readInPieces(context, lists, ids => db.query(listRows, values(ids)))) {
    for (const row of rows) sums.add(row)
    yield { rows }
  }
  yield { future_residents: [] }
  let futureBalance = 0
  let otherBalance = 0
  for await (const others of readInPieces(context, lists, ids => db.query(readOtherLeases, values(ids)))) {
    for (const { future_residents, balance_cents } of others) {
      for (const resident of future_residents) futureBalance += resident.balance_cents
      otherBalance += balance_cents
      yield { future_residents }
    }
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

/** What `read` returns for the units of the lists, a few of them at a time. */
async function* readInPieces<Piece>(
  { db, isShared }: SnapshotContext,
  lists: readonly string[][],
  read: (unitIds: readonly string[]) => Promise<Piece>,
): AsyncGenerator<Piece> {
  const size = new PieceSize(isShared)
  for (const propertyIds of lists) {
    const units = await db.query(listUnitsInOrder, [db.organizationId, propertyIds])
    yield* inPieces(
      units.map(({ id }) => id),
      size,
      read,
    )
  }
}

/** Splits the properties, in their order, into lists of about a thousand units. */
function listsOf(propertyIds: readonly string[], unitCounts: readonly number[]): string[][] {
  const lists: string[][] = []
  let units = Number.POSITIVE_INFINITY
  for (const [index, id] of propertyIds.entries()) {
    const count = unitCounts[index]!
    if (units + count > UNITS_LISTED) {
      lists.push([])
      units = 0
    }
    lists.at(-1)?.push(id)
    units += count
  }
  return lists
}

async function scopeNamed({ db }: SnapshotContext, scopeId: string): Promise<ScopeRow> {
  const organization = idFromUuid('organization', db.organizationId)
  const isAll = scopeId === 'portfolio' || scopeId === organization
  const scope = requireOne(await db.query(findScope, [db.organizationId, scopeId, isAll]), 'property or portfolio')
  return scope.type === 'ORGANIZATION' ? { ...scope, id: organization } : scope
}
