/** Plans every row that was read against the stored records and writes it, one batch at a time. */
import { setImmediate } from 'node:timers/promises'
import { newId } from '#server/base/ids.ts'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import type { Context } from '#server/platform/context.ts'
import { applyChanges, checkFigures } from './apply.ts'
import { rejectCopiedProperties } from './copied-properties.ts'
import type { FileProperty } from './file-properties.ts'
import type { ImportOptions } from './import-transaction.ts'
import { leasesElsewhere } from './leases-elsewhere.ts'
import { withinLimits } from './limits.ts'
import { lockPortfolio } from './lock-stored.ts'
import { planMissingUnits } from './missing-units.ts'
import { addFigures, countChanges, countRead, isRejected, type Outcome, reportEnd, reportRow } from './outcome.ts'
import { type Pace, paceOf } from './pace.ts'
import { type PropertyPlan, planProperties } from './plan/properties.ts'
import { planRow } from './plan/row.ts'
import {
  type Changes,
  labelKey,
  NOUNS,
  noChanges,
  type PlanTerms,
  type PropertyRow,
  type RowPlan,
} from './plan/row-plan.ts'
import type { RentRollRow } from './read/records.ts'
import { findPortfolio, findStored, findStoredProperties } from './stored.ts'
import type { Survey } from './survey.ts'

const MAX_UNADDRESSED = 1_000
const ROWS_AT_A_STRETCH = 10
/**
 * How many batches are written at a time. A batch waits for several answers one after another, so with two under way PostgreSQL always has
 * something to do; with one, it worked for 4.7 of the 6.4 seconds that 10,000 units took.
 */
const MAX_WRITING = 2

type Writing = Pick<ImportOptions, 'closeMissing' | 'timeoutMs' | 'takeTurn'> & {
  writes: boolean
}

/** Writes in the transaction of `context` unless `writes` is off, and adds every count and finding to `outcome`. */
export async function writeFile(
  context: Context,
  path: string,
  survey: Survey,
  options: Writing,
  outcome: Outcome,
  onProgress: (rows: number, of: number) => void,
): Promise<void> {
  const inFile = survey.properties.all
  if (options.writes) await lockPortfolio(context, await findStoredProperties(context, inFile))
  const plan = async () =>
    planProperties(inFile, await findPortfolio(context, inFile, survey.asOf), kind => newId(kind, context.now))
  const first = await plan()
  const planned = (await survey.unnamed.forgetDoubtful(context, survey.asOf, first)) ? await plan() : first
  await rejectCopiedProperties(context, survey.asOf, planned)
  outcome.unaddressed = [...planned]
    .filter(
      ([{ facts }, { isNew }]) => isNew && !(facts.address_line && facts.city && facts.state && facts.postal_code),
    )
    .map(([{ facts }]) => facts)
    .slice(0, MAX_UNADDRESSED)
  for (const [{ facts, otherAddresses }, { isNew }] of planned) {
    if (!isNew || otherAddresses === 0 || facts.address_line !== facts.unitAddress?.address_line) continue
    const message = `The address of the property is that of its first unit, ${facts.address_line}, and other units have different addresses. Correct it in Gatehouse if the property has a different one.`
    outcome.reported.add({ line: undefined, unit: facts.name, message })
  }
  const writer = new FileWriter(context, path, survey, options, outcome, planned)
  await writer.readBatches(onProgress)
  await writer.writeAbsent()
}

class FileWriter {
  readonly #context: Context
  readonly #survey: Survey
  readonly #options: Writing
  readonly #outcome: Outcome
  readonly #planned: ReadonlyMap<FileProperty, PropertyPlan>
  readonly #terms: PlanTerms
  readonly #pace: Pace
  /** The units, unit IDs and external IDs that the file has used so far. */
  readonly #seen = {
    lineOfUnit: new Map<string, number>(),
    lineOfUnitId: new Map<string, number>(),
    lineOfLabel: new Map<string, number>(),
  }
  readonly #leasesElsewhere: ReturnType<typeof leasesElsewhere>
  readonly #leaseIds = new Map<string, string>()
  readonly #residentsByExternalId = new Map<string, ResidentRecord>()
  readonly #begun = new Set<string>()

  constructor(
    context: Context,
    path: string,
    survey: Survey,
    options: Writing,
    outcome: Outcome,
    planned: ReadonlyMap<FileProperty, PropertyPlan>,
  ) {
    this.#context = context
    this.#survey = survey
    this.#options = options
    this.#outcome = outcome
    this.#planned = planned
    this.#leasesElsewhere = leasesElsewhere(context, survey, planned)
    this.#pace = paceOf(context, { ...options, path, rows: survey.units, splitBy: 'property' })
    this.#terms = {
      asOf: survey.asOf,
      timeZone: context.timeZone,
      statesLeaseEnds: survey.statesLeaseEnds,
      closeMissing: options.closeMissing,
      newId: kind => newId(kind, context.now),
    }
  }

  async readBatches(onProgress: (rows: number, of: number) => void): Promise<void> {
    const outcome = this.#outcome
    let batch: PropertyRow[] = []
    // The writes under way, oldest first.
    const writing: Promise<void>[] = []
    for (const item of this.#survey.items()) {
      if (item.kind === 'problem') outcome.problems.add(item.problem)
      if (item.kind === 'row') {
        countRead(outcome, item.row)
        batch.push(...this.#accept(item.row))
      }
      if (item.kind === 'end') reportEnd(outcome, item.end)
      // This lets PostgreSQL's answers in: reading rows leaves no time for anything else.
      if (batch.length % ROWS_AT_A_STRETCH === 0) await setImmediate()
      if (batch.length < this.#pace.rowsAtOnce() && item.kind !== 'end') continue
      // A batch is written while the next one is read and planned. No two batches have the same units, so a plan does not need what is still being
      // written.
      const { planned, endTurn } = await this.#planInTurn(batch).catch(async error => {
        for (const write of writing) await write
        throw error
      })
      if (writing.length === MAX_WRITING) await writing.shift()
      // The statements of a batch are sent in the order of the batches, because a batch may create the property of the next one's units. So nothing
      // is awaited between this and the first statement.
      if (this.#options.writes) await this.#pace.beforeWriting(batch)
      const write = this.#writeBatch(batch, planned, onProgress).finally(endTurn)
      write.catch(() => {})
      writing.push(write)
      batch = []
    }
    for (const write of writing) await write
  }

  /** Plans the units that the file omits. They are not looked for if rows were rejected, because a rejected row may be one of them. */
  async writeAbsent(): Promise<void> {
    const known = [...this.#planned.values()].filter(({ isNew, problem }) => !isNew && !problem)
    if (this.#outcome.rowsLeftOut > 0 || known.length === 0) return
    const missing = planMissingUnits(this.#context, known, this.#seen.lineOfUnit, this.#terms)
    for await (const { changes, movedOut, reports } of missing) {
      this.#outcome.movedOut += movedOut
      for (const report of reports) this.#outcome.reported.add({ line: undefined, ...report })
      await this.#write(changes)
    }
  }

  /** Returns the row if it can be stored and its property is known. */
  #accept(read: RentRollRow): PropertyRow[] {
    const { row, problems } = withinLimits(read)
    for (const problem of problems) this.#outcome.problems.add(problem)
    const named = row && this.#survey.properties.of(row.property)
    const property = named && this.#planned.get(named)
    if (row && property) return [{ row, property, labels: named.labels }]
    this.#outcome.rowsLeftOut++
    if (row) {
      const reason =
        'Several properties of the file have this name. Add the address or the Property ID to tell them apart.'
      this.#outcome.problems.add({ line: row.line, column: 'Property', reason, leftOut: 'row' })
    }
    return []
  }

  async #writeBatch(
    rows: readonly PropertyRow[],
    { changes, plans }: { changes: Changes; plans: RowPlan[] },
    onProgress: (rows: number, of: number) => void,
  ): Promise<void> {
    const { writes } = this.#options
    await this.#write(changes)
    if (writes) addFigures(this.#outcome.stored, await checkFigures(this.#context, this.#terms.asOf, plans))
    onProgress(this.#pace.done(rows), this.#survey.units)
  }

  /** The turn ends when the batch is written, so that while others call, one batch is planned or written at a time. */
  async #planInTurn(batch: readonly PropertyRow[]) {
    const endTurn = await this.#pace.turn()
    try {
      return { planned: await this.#planBatch(batch), endTurn }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  async #planBatch(rows: readonly PropertyRow[]): Promise<{ changes: Changes; plans: RowPlan[] }> {
    const found = await findStored(this.#context, this.#terms.asOf, rows)
    addMissing(this.#leaseIds, found.leaseIds)
    addMissing(this.#residentsByExternalId, found.residentsByExternalId)
    const elsewhere = await this.#leasesElsewhere(rows, found)
    const stored = { ...found, elsewhere, leaseIds: this.#leaseIds, residentsByExternalId: this.#residentsByExternalId }
    const changes = noChanges()
    const plans: RowPlan[] = []
    for (const { row, property } of rows) {
      const plan = planRow(row, property, stored, this.#seen, this.#terms)
      reportRow(this.#outcome, plan)
      this.#seen.lineOfUnit.set(plan.unitId, row.line)
      this.#seen.lineOfLabel.set(labelKey(property.id, row.unit.label), row.line)
      if (row.unit.externalId !== undefined) this.#seen.lineOfUnitId.set(row.unit.externalId, row.line)
      if (isRejected(plan)) continue
      plans.push(plan)
      this.#beginProperty(property, changes)
      this.#addChanges(plan, changes)
    }
    return { changes, plans }
  }

  /** Stores a property, its owner and its portfolio with the first of its rows that is imported. */
  #beginProperty({ newOwner, newPortfolio, record, id, isNew }: PropertyPlan, changes: Changes): void {
    const begins = (key: string) => !this.#begun.has(key) && this.#begun.add(key)
    if (newOwner && begins(newOwner.id)) changes.owners.push({ to: newOwner, isNew: true })
    if (newPortfolio && begins(newPortfolio.id)) changes.portfolios.push({ to: newPortfolio, isNew: true })
    if (record && begins(id)) changes.properties.push({ to: record, isNew })
  }

  #addChanges(plan: RowPlan, changes: Changes): void {
    for (const noun of NOUNS) (changes[noun] as unknown[]).push(...plan.changes[noun])
    for (const { to } of plan.changes.leases) if (to.external_id !== null) this.#leaseIds.set(to.external_id, to.id)
    for (const { to } of plan.changes.residents) {
      if (to.external_id !== null) this.#residentsByExternalId.set(to.external_id, to)
    }
  }

  async #write(changes: Changes): Promise<void> {
    countChanges(this.#outcome, changes)
    if (this.#options.writes) await applyChanges(this.#context, changes, this.#terms.asOf)
  }
}

function addMissing<Value>(to: Map<string, Value>, from: ReadonlyMap<string, Value>): void {
  for (const [key, value] of from) if (!to.has(key)) to.set(key, value)
}
