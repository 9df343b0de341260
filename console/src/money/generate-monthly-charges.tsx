/** Billing a month: the invoice of each occupied lease that has none yet, a thousand leases a call. */
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

type Billed = { invoices: number; cents: number; without: number; isDone: boolean }
const NOTHING: Billed = { invoices: 0, cents: 0, without: 0, isDone: false }

export function BillMonth({ onClose }: { onClose: () => void }) {
  const { client, timeZone } = useOrganization()
  const changed = useChanged()
  const [billed, setBilled] = useState<Billed>()
  const today = todayIn(timeZone)

  async function bill(month: string) {
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
      setBilled(sum)
    } while (after !== undefined)
    await changed(`${count(sum.invoices, 'invoice')} issued.`)
  }

  return (
    <Dialog
      title="Bill a month"
      about="Issues the invoice of the month for each lease that is occupied in it and has none. Nobody is billed twice."
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {billed && (
          <div role="status">
            <Hint tone={billed.isDone ? 'good' : 'plain'}>
              {billed.invoices === 0 && billed.isDone
                ? 'Every lease of that month had its invoice already, or none was occupied.'
                : `${count(billed.invoices, 'invoice')} over ${money(billed.cents)}${billed.isDone ? '.' : ' so far…'}`}
              {billed.without > 0 && ` ${count(billed.without, 'lease')} had nothing to charge.`}
            </Hint>
          </div>
        )}
        {billed?.isDone ? (
          <div className="flex justify-end">
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        ) : (
          <Form submit="Bill" onCancel={onClose} send={values => bill(values.text('month'))}>
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
