/**
 * What happens after a lease is created: it stays a draft, it is marked as signed, or the residents move in at once. The service changes the status of
 * the lead for whom it was created with it.
 */
import type { LeadDetail, LeaseDetail } from '#client/console.ts'
import { SelectField } from '../kit/form.tsx'
import { date } from '../kit/format.ts'
import { sentenceOf } from '../kit/notice.tsx'
import { inWords } from '../kit/words.ts'
import { monthInWords } from '../money/months.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { billMonths, monthsFrom, ranElsewhere } from './move-in-fields.tsx'

export type After = 'DRAFT' | 'SIGNED' | 'MOVED_IN'

export function AfterField({
  after,
  onChange,
  lead,
}: {
  after: After
  onChange: (after: After) => void
  lead: LeadDetail | undefined
}) {
  const next = lead && nextOf(lead, after !== 'DRAFT')
  return (
    <SelectField
      name="after"
      label="After creating it"
      value={after}
      onChange={value => onChange(value as After)}
      choices={[
        { value: 'DRAFT', text: 'Keep it as a draft' },
        { value: 'SIGNED', text: 'Mark it as signed' },
        { value: 'MOVED_IN', text: 'Mark it as signed, record the move-in and bill it through this month' },
      ]}
      hint={`A signed lease reserves the unit, and its security deposit is invoiced.${next ? ` The status of the lead changes to ${inWords(next).toLowerCase()}.` : ''}`}
      required
    />
  )
}

/** The status of a lead once there is a lease; undefined if the lead already has it or a later one. */
function nextOf({ next_statuses }: LeadDetail, isSigned: boolean): LeadDetail['status'] | undefined {
  const next = isSigned ? 'LEASED' : 'APPLIED'
  return next_statuses.includes(next) ? next : undefined
}

/**
 * Takes the steps after a lease was created, and resolves with what was done and, if a step was refused, with the reason. Residents of a lease that
 * starts later, or who plan to move in later, have not moved in, so only its signature is recorded.
 */
export async function takeSteps(
  client: OrganizationClient,
  { lease_id, start_date, move_in_date }: LeaseDetail,
  { after, today }: { after: After; today: string },
): Promise<string> {
  let done = 'Lease created as a draft'
  if (after === 'DRAFT') return done
  const billed: string[] = []
  try {
    await client.signLease({ lease_id })
    done = 'Lease created and signed'
    if (after === 'SIGNED') return done
    const day = move_in_date ?? start_date
    if (day > today) return `${done}. Record the move-in on ${date(day)} or later`
    await client.moveIn({ lease_id, move_in_date: day })
    done = 'Lease signed and move-in recorded'
    for (const month of monthsToBill(start_date, day, today)) {
      if ((await billMonths(client, lease_id, [month])) === 0) continue
      billed.push(month)
      done = `Lease signed, move-in recorded and ${billedInWords(billed)}`
    }
    if (billed.length === 0) return `${done}. Nothing was billed, because no charge is due`
    return ranElsewhere(day, today) ? `${done}. Earlier months were not billed` : done
  } catch (failure) {
    return `${done}. ${sentenceOf(failure)}`
  }
}

/** The months through this one, the first one first: that of the move-in, unless the lease ran elsewhere, and those since the lease began. */
function monthsToBill(start: string, moveIn: string, today: string): string[] {
  const month = moveIn.slice(0, 7)
  const others = monthsFrom(start, today, month)
  return ranElsewhere(moveIn, today) ? others : [month, ...others].sort()
}

/** The months that were billed, of which there is at least one. */
function billedInWords(months: readonly string[]): string {
  const [first, last] = [months[0]!, months.at(-1)!]
  if (first === last) return `${monthInWords(first)} billed`
  return `billed from ${monthInWords(first)} through ${monthInWords(last)}`
}
