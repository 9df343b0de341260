/** A line of a list of amounts: an invoice or payment, or what is left over, and how much. */
import { money } from '../kit/format.ts'
import { RecordLink } from '../records/record-link.tsx'

export function AmountLine({ id, text, cents }: { id?: string; text: string; cents: number }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 border-b px-4 last:border-0">
      {id ? <RecordLink id={id}>{text}</RecordLink> : <span className="text-soft">{text}</span>}
      <span className="tabular-nums">{money(cents)}</span>
    </li>
  )
}
