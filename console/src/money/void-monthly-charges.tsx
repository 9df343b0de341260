/** The confirmation that voids a month's charges as a whole. */
import type { MonthlyChargesPreview } from '#client/console.ts'
import { Confirm } from '../kit/confirm.tsx'
import { money } from '../kit/format.ts'
import { count } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { monthInWords } from './months.ts'
import type { Bill } from './use-monthly-charges.ts'

export function VoidMonthlyCharges({
  bill: { month, property_id },
  billed,
  onClose,
}: {
  bill: Bill
  billed: MonthlyChargesPreview['billed']
  onClose: () => void
}) {
  const { client } = useOrganization()
  const changed = useChanged()

  async function voidAll() {
    let invoices = 0
    let paid = 0
    let after: string | undefined
    do {
      const part = await client.voidMonthlyCharges({ month, property_id, after })
      invoices += part.invoices
      paid += part.left_out.length
      after = part.next ?? undefined
    } while (after !== undefined)
    const kept = paid > 0 ? `; ${count(paid, 'lease')} left out, because a payment was recorded in the meantime` : ''
    await changed(`${count(invoices, 'invoice')} voided${kept}`)
  }

  return (
    <Confirm
      title={`Void the charges of ${monthInWords(month)}`}
      action={`Void ${count(billed.invoices, 'invoice')}`}
      isOpen
      onClose={onClose}
      run={voidAll}
    >
      {`This voids ${count(billed.invoices, 'invoice')} for ${money(billed.total_cents)} from today on. Nothing has been paid on them, and credit that was applied to them is released. You can generate the month again.`}
    </Confirm>
  )
}
