/** Compares the sums that a file states with the sums of the rows that were read, one figure at a time. */
import { comparable } from '../cells.ts'
import type { BlockCheck } from '../records.ts'
import { MAX_CHECKS, whyDifferent } from '../totals.ts'
import type { Block, Draft, Figure, Roll, Statement } from './roll.ts'
import { sumOfCharges } from './tenancy.ts'

const WRONG_UNIT_TOTAL =
  'The charges above this line do not add up to it. The charges are imported; compare them with the other system.'

/** Compares each stated sum. `kept` are the drafts that are imported, so a rejected one shows as a difference. */
export function compareStatements(roll: Roll, kept: ReadonlySet<Draft>): BlockCheck[] {
  const all = roll.blocks.flatMap(({ drafts }) => drafts).filter(draft => kept.has(draft))
  const checks: BlockCheck[] = []
  const { equal, differing } = roll.unitTotals
  const everyone = roll.blocks.flatMap(({ drafts }) => drafts)
  if (equal > 0)
    checks.push({ block: 'Totals of units', line: null, figure: 'totals', stated: equal, read: equal, why: null })
  for (const { line, stated, read } of differing) {
    checks.push({ block: 'Total of a unit', line, figure: 'charges_cents', stated, read, why: WRONG_UNIT_TOTAL })
  }
  for (const statement of roll.statements) {
    const { name, line, block, orBlock, figure, stated, of, code } = statement
    const keptOf = ({ drafts }: Block) => drafts.filter(draft => kept.has(draft))
    const sumsOf = (drafts: readonly Draft[]) => of.map(isCounted => sumOf(drafts.filter(isCounted), figure, code))
    const sums = orBlock ? sumsOf(keptOf(orBlock)) : []
    // A file may have a summary of each of a thousand properties, so the whole file is added up only if it must be.
    if (!sums.includes(stated)) sums.push(...sumsOf(block ? keptOf(block) : all))
    const read = sums.sort(nearest(stated))[0] ?? 0
    const wholes = [...(orBlock ? [orBlock.drafts] : []), block ? block.drafts : everyone]
    const why = stated === read ? null : whyOf(statement, wholes, kept, roll)
    checks.push({ block: name, line, figure, stated, read, why })
  }
  return checks.slice(0, MAX_CHECKS)
}

/** Explains a difference by the rows that are not imported, if adding them makes the sums equal. `wholes` are the rows that the sum may cover. */
function whyOf(
  { figure, code, of, stated }: Statement,
  wholes: readonly (readonly Draft[])[],
  kept: ReadonlySet<Draft>,
  roll: Roll,
): string {
  const left = wholes.flatMap(whole =>
    of.flatMap(isCounted => {
      const missing = whole.filter(draft => !kept.has(draft) && isCounted(draft) && figureOf(draft, figure, code) !== 0)
      const isIt = missing.length > 0 && sumOf(whole.filter(isCounted), figure, code) === stated
      return isIt ? [missing.map(draft => draft.line)] : []
    }),
  )[0]
  if (left) {
    const shown = left.slice(0, 10).join(', ')
    const more = left.length > 10 ? ` and ${left.length - 10} more` : ''
    return `The file counts ${left.length === 1 ? 'line' : 'lines'} ${shown}${more}, which ${left.length === 1 ? 'is' : 'are'} not imported.`
  }
  return whyDifferent(roll.rowsLeftOut)
}

function nearest(stated: number) {
  return (one: number, other: number) => Math.abs(one - stated) - Math.abs(other - stated)
}

function sumOf(drafts: readonly Draft[], figure: Figure, code: Statement['code']): number {
  return drafts.reduce((sum, draft) => sum + figureOf(draft, figure, code), 0)
}

/** Adds up the charges of a code, which a summary may write in other capitals than the rows. */
function sumOfCode(charges: ReadonlyMap<string, number>, code: string): number {
  return (
    charges.get(code) ??
    charges.entries().reduce((sum, [word, cents]) => sum + (comparable(word) === comparable(code) ? cents : 0), 0)
  )
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
      return code === undefined ? sumOfCharges(tenancy) : sumOfCode(tenancy.charges, code)
    case 'lease_rent_cents':
      return tenancy.leaseRentCents ?? 0
    case 'deposit_cents':
      return tenancy.depositCents ?? 0
    case 'other_deposit_cents':
      return tenancy.otherDepositCents ?? 0
    case 'agreed_deposit_cents':
      return tenancy.agreedDepositCents ?? 0
    case 'balance_cents':
      return tenancy.balanceCents ?? 0
  }
}
