/** Adds up the log of calls by half-hour and by hour, one organization at a time, so that a month of it is a few thousand rows. */
import { instantOfUuidv7, uuidv7Floor } from '#server/base/ids.ts'
import { DAY_MS } from '#server/base/instants.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { forEachOrganization } from '../each-organization.ts'
import {
  addHalfHours,
  addKeyHours,
  addRouteHours,
  deleteOtherHalfHours,
  deleteOtherKeyHours,
  deleteOtherRouteHours,
  findFirstCall,
  findRolledUp,
  listBehind,
  lockRollUp,
  setRolledUp,
} from './traffic-queries.ts'

const HALF_HOUR_MS = 1_800_000
const HOUR_MS = 2 * HALF_HOUR_MS
/**
 * How long a half-hour must have been over. A line is stamped when its call arrives and stored before the reply leaves, so by then every call of
 * that half-hour has been answered.
 */
const SETTLED_MS = 120_000
/** A little more than the longest window shows. */
const KEPT_MS = 32 * DAY_MS
/** How much time one transaction adds up. A transaction must end within 30 s, and a million lines take about seven. */
const STEP_MS = 6 * HALF_HOUR_MS
const ORGANIZATIONS_PER_ROUND = 200

/** Brings every organization up to the last half-hour that is over. Several processes that run this at once take turns. */
export async function rollUpCalls(platformWrites: WritePool, nowMs: number): Promise<void> {
  const through = Math.floor((nowMs - SETTLED_MS) / HALF_HOUR_MS) * HALF_HOUR_MS
  for (;;) {
    const behind = await platformWrites.transaction(null, tx =>
      tx.query(listBehind, [new Date(through), ORGANIZATIONS_PER_ROUND]),
    )
    await forEachOrganization(behind, ({ id }) => catchUp(platformWrites, id, through))
    if (behind.length < ORGANIZATIONS_PER_ROUND) return
  }
}

async function catchUp(platformWrites: WritePool, organizationId: string, through: number): Promise<void> {
  for (let at = 0; at < through; ) {
    at = await platformWrites.transaction(null, async tx => {
      await tx.query(lockRollUp, [organizationId])
      const keptFrom = Math.floor((through - KEPT_MS) / HALF_HOUR_MS) * HALF_HOUR_MS
      const [rolled] = await tx.query(findRolledUp, [organizationId])
      const from = Math.max(rolled ? startOf(Date.parse(rolled.through), through) : 0, keptFrom)
      const kept = [organizationId, new Date(keptFrom), new Date(from)]
      const clear = [deleteOtherHalfHours, deleteOtherRouteHours, deleteOtherKeyHours]
      await Promise.all(clear.map(others => tx.query(others, kept)))
      // Periods without calls are skipped rather than visited one by one.
      const [first] = await tx.query(findFirstCall, [organizationId, uuidv7Floor(from)])
      const begin = first ? Math.max(from, floorOf(first.id)) : through
      const end = Math.min(begin + STEP_MS, through)
      if (begin < through) {
        const span = [organizationId, uuidv7Floor(begin), uuidv7Floor(end), new Date(end - 1), new Date(begin)]
        await Promise.all([addHalfHours, addRouteHours, addKeyHours].map(add => tx.query(add, span)))
      }
      await tx.query(setRolledUp, [organizationId, new Date(Math.max(end, from))])
      return Math.max(end, from)
    })
  }
}

/**
 * Where to go on adding. If the sums reach beyond what is over, the clock was ahead and has been set back: calls that arrive from now on would never
 * be added to them, so this hour and those after it are added again.
 */
function startOf(rolledThrough: number, through: number): number {
  return rolledThrough > through ? Math.floor(through / HOUR_MS) * HOUR_MS : rolledThrough
}

/** The start of the half-hour in which a call arrived. */
function floorOf(uuid: string): number {
  return Math.floor(instantOfUuidv7(uuid) / HALF_HOUR_MS) * HALF_HOUR_MS
}
