/** Compares the sums that a file states with the sums of the rows that were read, one figure at a time. */
import type { BlockCheck } from '../records.ts'
import type { Draft, Figure, Roll, Statement } from './roll.ts'
import { sumOfCharges } from './tenancy.ts'

const MAX_CHECKS = 10_000

/** Compares each stated sum. `kept` are the drafts that are imported, so a rejected one shows as a difference. */
export function compareStatements(roll: Roll, kept: ReadonlySet<Draft>): BlockCheck[] {
  const all = roll.blocks.flatMap(({ drafts }) => drafts).filter(draft => kept.has(draft))
  const checks: BlockCheck[] = []
  const { equal, differing } = roll.unitTotals
  if (equal > 0) checks.push({ block: 'Totals of units', line: null, figure: 'totals', stated: equal, read: equal })
  for (const { line, stated, read } of differing)
    checks.push({ block: 'Total of a unit', line, figure: 'charges_cents', stated, read })
  for (const { name, line, block, figure, stated, of, code } of roll.statements) {
    const drafts = block ? block.drafts.filter(draft => kept.has(draft)) : all
    const read = of.map(isCounted => sumOf(drafts.filter(isCounted), figure, code)).sort(nearest(stated))[0] ?? 0
    checks.push({ block: name, line, figure, stated, read })
  }
  return checks.slice(0, MAX_CHECKS)
}

function nearest(stated: number) {
  return (one: number, other: number) => Math.abs(one - stated) - Math.abs(other - stated)
}

function sumOf(drafts: readonly Draft[], figure: Figure, code: Statement['code']): number {
  return drafts.reduce((sum, draft) => sum + figureOf(draft, figure, code), 0)
}

function figureOf(draft: Draft, figure: Figure, code: string | undefined): number {
  const { tenancy } = draft
  switch (figure) {
    case 'units':
      return 1
    case 'sqft':
      return (draft.kind === 'unit' && draft.facts.sqft) || 0
    case 'market_rent_cents':
      return (draft.kind === 'unit' && draft.facts.marketRentCents) || 0
    case 'charges_cents':
      return code === undefined ? sumOfCharges(tenancy) : (tenancy.charges.get(code) ?? 0)
    case 'deposit_cents':
      return tenancy.depositCents ?? 0
    case 'other_deposit_cents':
      return tenancy.otherDepositCents ?? 0
    case 'balance_cents':
      return tenancy.balanceCents ?? 0
  }
}
