/** Generating the charges of a month: an invoice for each occupied lease that has none yet, a thousand leases per call. */
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Form, SelectField } from '../kit/form.tsx'
import { money, todayIn } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { count } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'

const MONTHS_BACK = 12
const MONTHS_AHEAD = 2

type Issued = { invoices: number; cents: number; without: number; isDone: boolean }
const NOTHING: Issued = { invoices: 0, cents: 0, without: 0, isDone: false }

export function GenerateMonthlyCharges({ onClose }: { onClose: () => void }) {
  const { client, timeZone } = useOrganization()
  const changed = useChanged()
  const [issued, setIssued] = useState<Issued>()
  const today = todayIn(timeZone)

  async function generate(month: string) {
    let sum = NOTHING
    let after: string | undefined
    do {
      const part = await client.generateInvoices({ month, after })
      after = part.next ?? undefined
      sum = {
        invoices: sum.invoices + part.invoices,
        cents: sum.cents + part.total_cents,
        without: sum.without + part.leases_without_charges,
        isDone: after === undefined,
      }
      setIssued(sum)
    } while (after !== undefined)
    await changed(`${count(sum.invoices, 'invoice')} issued`)
  }

  return (
    <Dialog
      title="Generate monthly charges"
      about="Issues one invoice for each lease that is occupied in the month. Leases that already have their invoice are skipped."
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {issued && (
          <div role="status">
            <Hint tone={issued.isDone ? 'good' : 'plain'}>
              {issued.invoices === 0 && issued.isDone
                ? 'No invoices to issue. Every occupied lease already has its invoice for that month.'
                : `${count(issued.invoices, 'invoice')} issued for ${money(issued.cents)}${issued.isDone ? '.' : ' so far…'}`}
              {issued.without > 0 && ` ${count(issued.without, 'lease')} had no recurring charges.`}
            </Hint>
          </div>
        )}
        {issued?.isDone ? (
          <div className="flex justify-end">
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        ) : (
          <Form submit="Generate charges" onCancel={onClose} send={values => generate(values.text('month'))}>
            <SelectField
              name="month"
              label="Month"
              choices={monthsAround(today)}
              defaultValue={today.slice(0, 7)}
              required
            />
          </Form>
        )}
      </div>
    </Dialog>
  )
}

const inWords = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function monthsAround(today: string) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 1 + MONTHS_AHEAD - index, 1))
    return { value: first.toISOString().slice(0, 7), text: inWords.format(first) }
  })
}
