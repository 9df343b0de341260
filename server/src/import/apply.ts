/** Writes changes to the database through the domain's operations, and checks that it then has what was planned. */
import { LeaseRenewal } from '#contract/console/lease-steps.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { readFields } from '#server/base/read-object.ts'
import { saveLeaseCharges, saveLeaseResidents, saveLeases } from '#server/domain/leases/change.ts'
import { sumLeases } from '#server/domain/leases/known-leases.ts'
import { renewLease } from '#server/domain/leases/terms.ts'
import { saveOwners } from '#server/domain/owners/operations.ts'
import { OpeningBalance, recordOpeningBalances } from '#server/domain/payments/opening-balances.ts'
import { savePortfolios } from '#server/domain/portfolios/operations.ts'
import { saveProperties } from '#server/domain/properties/operations.ts'
import { saveResidents } from '#server/domain/residents/operations.ts'
import type { SaveOptions } from '#server/domain/save-options.ts'
import { sumUnits } from '#server/domain/units/known-units.ts'
import { saveOfflineSpans, savePreleases, saveUnitRates, saveUnits } from '#server/domain/units/save-units.ts'
import type { Context } from '#server/platform/context.ts'
import { addFigures, noFigures } from './outcome.ts'
import type { Changes, Figures, Noun, Records, RowPlan } from './plan/row-plan.ts'

type SavedNoun = Exclude<Noun, 'ledgerEntries' | 'openingBalances'>

/** Writes records. `asOf` is the day of the file; a difference never changes earlier days. */
type Save<N extends SavedNoun> = (
  context: Context,
  records: readonly Records[N][],
  asOf: string,
  saving: SaveOptions,
) => Promise<void>

const SAVE: { [N in SavedNoun]: Save<N> } = {
  owners: saveOwners,
  portfolios: savePortfolios,
  properties: saveProperties,
  units: (context, units, _, saving) => saveUnits(context, units, saving),
  rates: (context, rates, _, saving) => saveUnitRates(context, rates, saving),
  offlineSpans: saveOfflineSpans,
  preleases: savePreleases,
  // A resident who is named in several rows of a batch is written once, as in the last row.
  residents: (context, residents, _, saving) =>
    saveResidents(context, [...new Map(residents.map(each => [each.id, each])).values()], saving),
  leases: saveLeases,
  leaseResidents: (context, residents, _, saving) => saveLeaseResidents(context, residents, saving),
  charges: saveLeaseCharges,
  renewals: async (context, renewals) => {
    for (const { lease_id, ...renewal } of renewals) {
      await renewLease(context, { lease_id, ...readFields(LeaseRenewal, renewal) })
    }
  },
}

/** The unit, resident or lease that a record is or belongs to. If that is new, nothing can be stored under the record's key. */
const OWNER: { [N in SavedNoun]?: (record: Records[N]) => string } = {
  units: ({ id }) => id,
  rates: ({ unit_id }) => unit_id,
  residents: ({ id }) => id,
  leases: ({ id }) => id,
  leaseResidents: ({ lease_id }) => lease_id,
  charges: ({ lease_id }) => lease_id,
}

/**
 * Writes each kind of record in one call, or two where some records are new, in the order in which records refer to one another. The calls are sent without waiting for each other's
 * answers, because PostgreSQL runs them in the order in which they arrive; only a renewal reads what was written before it.
 */
export async function applyChanges(context: Context, changes: Changes, asOf: string): Promise<void> {
  const added = new Set<string>()
  for (const noun of ['units', 'residents', 'leases'] as const) {
    for (const { to, isNew } of changes[noun]) if (isNew) added.add(to.id)
  }
  const nouns = keysOf(SAVE).filter(noun => noun !== 'renewals')
  const saved = nouns.flatMap(noun => save(context, noun, changes, asOf, added))
  if (changes.renewals.length > 0) {
    await everyOne(saved)
    await everyOne(save(context, 'renewals', changes, asOf, added))
  }
  await everyOne([...saved, saveMoney(context, changes, added)])
}

/** Records that may be stored already are written before new ones, because a lease has to end before the next one is stored. */
function save<N extends SavedNoun>(
  context: Context,
  noun: N,
  changes: Changes,
  asOf: string,
  added: ReadonlySet<string>,
): Promise<void>[] {
  const owner = OWNER[noun] as ((record: Records[N]) => string) | undefined
  const all = (changes[noun] as { to: Records[N] }[]).map(({ to }) => to)
  const isAdded = (record: Records[N]) => owner !== undefined && added.has(owner(record))
  const known = all.filter(record => !isAdded(record))
  const fresh = all.filter(isAdded)
  return [
    ...(known.length > 0 ? [SAVE[noun](context, known, asOf, {})] : []),
    ...(fresh.length > 0 ? [SAVE[noun](context, fresh, asOf, { areNew: true })] : []),
  ]
}

async function saveMoney(
  context: Context,
  { openingBalances, ledgerEntries }: Changes,
  added: ReadonlySet<string>,
): Promise<void> {
  const balances = openingBalances.map(({ to }) => readFields(OpeningBalance, to))
  const entries = ledgerEntries.map(({ to }) => to)
  await recordOpeningBalances(context, balances, entries, added)
}

/** Resolves when all have succeeded. Statements behind one that fails also fail, so the first failure is the one that gives the reason. */
async function everyOne(saving: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(saving)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * Adds up the units and leases of the plans in the database. They must equal the plans to the cent; a difference is a bug, and the
 * import is rolled back.
 */
export async function checkFigures(context: Context, day: string, plans: readonly RowPlan[]): Promise<Figures> {
  const meant = noFigures()
  for (const plan of plans) addFigures(meant, plan.figures)
  const unitIds = plans.map(({ unitId }) => unitId)
  const leaseIds = plans.flatMap(({ leaseIds }) => leaseIds)
  const { units, market_rent_cents } = await sumUnits(context, day, unitIds)
  const { rent_cents, deposit_cents, balance_cents } = await sumLeases(context, day, leaseIds)
  const stored: Figures = {
    units,
    marketRentCents: market_rent_cents,
    rentCents: rent_cents,
    depositCents: deposit_cents,
    balanceCents: balance_cents,
  }
  for (const figure of keysOf(meant)) {
    if (meant[figure] === stored[figure]) continue
    const lines = `lines ${plans[0]?.row.line} to ${plans.at(-1)?.row.line}`
    throw new Error(`${lines}: ${figure} is ${stored[figure]} in the database, but ${meant[figure]} was meant`)
  }
  return stored
}
