/** Writes changes to the database through the domain's operations, and checks that it then has what was planned. */
import { readFields } from '#server/base/read-object.ts'
import { saveLeaseCharges, saveLeaseResidents, saveLeases } from '#server/domain/leases/change.ts'
import { sumLeases } from '#server/domain/leases/operations.ts'
import { renewLease } from '#server/domain/leases/terms.ts'
import { saveOwners } from '#server/domain/owners/operations.ts'
import { OpeningBalance, recordOpeningBalances } from '#server/domain/payments/opening-balances.ts'
import { savePortfolios } from '#server/domain/portfolios/operations.ts'
import { saveProperties } from '#server/domain/properties/operations.ts'
import { saveResidents } from '#server/domain/residents/operations.ts'
import { saveOfflineSpans, savePreleases, saveUnitRates, saveUnits, sumUnits } from '#server/domain/units/operations.ts'
import type { Context } from '#server/platform/context.ts'
import { addFigures, noFigures } from './outcome.ts'
import type { Change, Changes, Figures, Noun, Records, RowPlan } from './plan/row-plan.ts'

/** Writes changes. `asOf` is the day of the file; a difference never changes earlier days. */
type SavedNoun = Exclude<Noun, 'ledgerEntries' | 'openingBalances'>
type Save<N extends SavedNoun> = (context: Context, records: readonly Records[N][], asOf: string) => Promise<void>

const SAVE: { [N in SavedNoun]: Save<N> } = {
  owners: saveOwners,
  portfolios: savePortfolios,
  properties: saveProperties,
  units: saveUnits,
  rates: saveUnitRates,
  offlineSpans: saveOfflineSpans,
  preleases: savePreleases,
  // A resident who is named in several rows of a batch is written once, as in the last row.
  residents: (context, residents) =>
    saveResidents(context, [...new Map(residents.map(each => [each.id, each])).values()]),
  leases: saveLeases,
  leaseResidents: saveLeaseResidents,
  charges: saveLeaseCharges,
  renewals: async (context, renewals) => {
    for (const { end_date, rent_cents, charges, ...term } of renewals) {
      await renewLease(context, {
        ...term,
        ...(end_date !== null && { end_date }),
        ...(rent_cents !== undefined && { rent_cents }),
        charges: charges.map(charge => ({ ...charge })),
      } as unknown as Parameters<typeof renewLease>[1])
    }
  },
}

/**
 * Writes each kind of record in one call, in the order in which records refer to one another. The calls are sent without waiting for each other's
 * answers, because PostgreSQL runs them in the order in which they arrive; only a renewal reads what was written before it.
 */
export async function applyChanges(context: Context, changes: Changes, asOf: string): Promise<void> {
  const nouns = (Object.keys(SAVE) as SavedNoun[]).filter(noun => noun !== 'renewals')
  const saved = nouns.map(noun => save(context, noun, changes, asOf))
  if (changes.renewals.length > 0) {
    await everyOne(saved)
    await save(context, 'renewals', changes, asOf)
  }
  await everyOne([...saved, saveMoney(context, changes)])
}

async function save<N extends SavedNoun>(context: Context, noun: N, changes: Changes, asOf: string): Promise<void> {
  const records = (changes[noun] as Change<Records[N]>[]).map(({ to }) => to)
  if (records.length > 0) await SAVE[noun](context, records, asOf)
}

async function saveMoney(context: Context, { openingBalances, ledgerEntries }: Changes): Promise<void> {
  const balances = openingBalances.map(({ to }) => readFields(OpeningBalance, to))
  const entries = ledgerEntries.map(({ to }) => to)
  await recordOpeningBalances(context, balances, entries)
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
  for (const figure of Object.keys(meant) as (keyof Figures)[]) {
    if (meant[figure] === stored[figure]) continue
    const lines = `lines ${plans[0]?.row.line} to ${plans.at(-1)?.row.line}`
    throw new Error(`${lines}: ${figure} is ${stored[figure]} in the database, but ${meant[figure]} was meant`)
  }
  return stored
}
