/** Reads a file for the second time: plans every row against the stored records and writes it, one batch at a time. */
import { setImmediate } from 'node:timers/promises'
import { newId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import type { Context } from '#server/platform/context.ts'
import { planAbsent } from './absent.ts'
import { applyChanges, checkFigures } from './apply.ts'
import { BATCH, type ImportOptions, paceOf } from './frame.ts'
import { withinLimits } from './limits.ts'
import { lockPortfolio } from './lock-stored.ts'
import { addFigures, countChanges, figuresOf, isLeftOut, type Outcome, tellEnd, tellRow } from './outcome.ts'
import { type PropertyPlan, planProperties } from './plan/properties.ts'
import { planRow } from './plan/row.ts'
import { type Changes, NOUNS, noChanges, type PlanTerms, type RowPlan } from './plan/row-plan.ts'
import type { RentRollRow } from './read/records.ts'
import { openFile, readingOf } from './source.ts'
import { findPortfolio, findStored, findStoredProperties } from './stored.ts'
import type { Survey } from './survey.ts'

const MAX_UNADDRESSED = 1_000
const ROWS_AT_A_STRETCH = 50

type PropertyRow = { row: RentRollRow; property: PropertyPlan }

/** Writes in the transaction of `context` unless `writes` is off, and adds every count and finding to `outcome`. */
export async function writeFile(
  context: Context,
  path: string,
  survey: Survey,
  options: Pick<ImportOptions, 'asOf' | 'closeMissing' | 'timeoutMs' | 'layout' | 'mapping'> & { writes: boolean },
  outcome: Outcome,
  onProgress: (rows: number, of: number) => void,
): Promise<void> {
  const pace = paceOf(context, path, 'property', options.timeoutMs)
  const { asOf, statesLeaseEnds, properties } = survey
  const terms: PlanTerms = {
    asOf,
    timeZone: context.timeZone,
    statesLeaseEnds,
    closeMissing: options.closeMissing,
    newId: kind => newId(kind, context.now),
  }
  const inFile = properties.all
  if (options.writes) await lockPortfolio(context, await findStoredProperties(context, inFile))
  const planned = planProperties(inFile, await findPortfolio(context, inFile), kind => newId(kind, context.now))
  outcome.unaddressed = [...planned]
    .filter(
      ([{ facts }, { isNew }]) => isNew && !(facts.address_line && facts.city && facts.state && facts.postal_code),
    )
    .map(([{ facts }]) => facts)
    .slice(0, MAX_UNADDRESSED)
  /** The units, unit IDs and external IDs that the file has used so far. */
  const seen = { lineOfUnit: new Map<string, number>(), lineOfUnitId: new Map<string, number>() }
  const leaseIds = new Map<string, string>()
  const residentsByExternalId = new Map<string, ResidentRecord>()
  const begun = new Set<string>()

  await readBatches()
  await writeAbsent()

  async function readBatches(): Promise<void> {
    const { items, digest } = openFile(path, readingOf({ ...options, asOf }))
    let batch: PropertyRow[] = []
    let writing = Promise.resolve()
    for await (const item of items) {
      if (item.kind === 'problem') outcome.problems.add(item.problem)
      if (item.kind === 'row') {
        addFigures(outcome.inFile, figuresOf(item.row))
        batch.push(...accept(item.row))
      }
      if (item.kind === 'end') tellEnd(outcome, item.end)
      // What PostgreSQL answers meanwhile is heard here: rows that are read from one piece of the file leave no time for anything else.
      if (batch.length % ROWS_AT_A_STRETCH === 0) await setImmediate()
      if (batch.length < BATCH && item.kind !== 'end') continue
      // A batch is written while the next one is read and planned. No two batches have the same units, so a plan does not need what is still being written.
      const planned = await planBatch(batch).catch(async error => {
        await writing
        throw error
      })
      await writing
      writing = writeBatch(batch, planned)
      writing.catch(() => {})
      batch = []
    }
    await writing
    if (digest() === survey.digest) return
    throw new Refusal('conflict', `${path} changed while it was being read. Nothing was imported. Import it again.`)
  }

  /** Returns the row if it can be stored and its property is known. */
  function accept(read: RentRollRow): PropertyRow[] {
    const { row, problems } = withinLimits(read)
    for (const problem of problems) outcome.problems.add(problem)
    const named = row && properties.of(row.property)
    const property = named && planned.get(named)
    if (row && property) return [{ row, property }]
    outcome.rowsLeftOut++
    if (row) {
      const reason =
        'Several properties of the file have this name. Add the address or the Property ID to tell them apart.'
      outcome.problems.add({ line: row.line, column: 'Property', reason, leftOut: 'row' })
    }
    return []
  }

  async function writeBatch(
    rows: readonly PropertyRow[],
    { changes, plans }: { changes: Changes; plans: RowPlan[] },
  ): Promise<void> {
    if (options.writes) await pace.beforeWriting(rows)
    await write(changes)
    if (options.writes) addFigures(outcome.stored, await checkFigures(context, asOf, plans))
    onProgress(pace.done(rows), survey.units)
  }

  async function planBatch(rows: readonly PropertyRow[]): Promise<{ changes: Changes; plans: RowPlan[] }> {
    const found = await findStored(context, asOf, rows)
    addMissing(leaseIds, found.leaseIds)
    addMissing(residentsByExternalId, found.residentsByExternalId)
    const stored = { ...found, leaseIds, residentsByExternalId }
    const changes = noChanges()
    const plans: RowPlan[] = []
    for (const { row, property } of rows) {
      const plan = planRow(row, property, stored, seen, terms)
      tellRow(outcome, plan)
      seen.lineOfUnit.set(plan.unitId, row.line)
      if (row.unit.externalId !== undefined) seen.lineOfUnitId.set(row.unit.externalId, row.line)
      if (isLeftOut(plan)) continue
      plans.push(plan)
      beginProperty(property, changes)
      for (const noun of NOUNS) (changes[noun] as unknown[]).push(...plan.changes[noun])
      for (const { to } of plan.changes.leases) if (to.external_id !== null) leaseIds.set(to.external_id, to.id)
      for (const { to } of plan.changes.residents) {
        if (to.external_id !== null) residentsByExternalId.set(to.external_id, to)
      }
    }
    return { changes, plans }
  }

  /** Stores a property, its owner and its portfolio with the first of its rows that is imported. */
  function beginProperty({ newOwner, newPortfolio, record, id, isNew }: PropertyPlan, changes: Changes): void {
    const begins = (key: string) => !begun.has(key) && begun.add(key)
    if (newOwner && begins(newOwner.id)) changes.owners.push({ to: newOwner, isNew: true })
    if (newPortfolio && begins(newPortfolio.id)) changes.portfolios.push({ to: newPortfolio, isNew: true })
    if (record && begins(id)) changes.properties.push({ to: record, isNew })
  }

  /** Plans the units that the file omits. They are not looked for if rows were rejected, because a rejected row may be one of them. */
  async function writeAbsent(): Promise<void> {
    const known = [...planned.values()].filter(({ isNew, problem }) => !isNew && !problem)
    if (outcome.rowsLeftOut > 0 || known.length === 0) return
    for await (const { changes, movedOut, reports } of planAbsent(context, known, seen.lineOfUnit, terms)) {
      outcome.movedOut += movedOut
      for (const report of reports) outcome.reported.add({ line: undefined, ...report })
      await write(changes)
    }
  }

  async function write(changes: Changes): Promise<void> {
    countChanges(outcome, changes)
    if (options.writes) await applyChanges(context, changes, asOf)
  }
}

function addMissing<Value>(to: Map<string, Value>, from: ReadonlyMap<string, Value>): void {
  for (const [key, value] of from) if (!to.has(key)) to.set(key, value)
}
