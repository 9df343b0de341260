/** Generating the charges of a month, for all properties or one: the page shows what will be issued before it is issued. */
import { useState } from 'react'
import type { MonthlyChargesPreview } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { FieldRow, Form, SelectField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { Failure, Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Shimmer } from '../kit/page.tsx'
import { PickField } from '../kit/pick-field.tsx'
import { count } from '../kit/words.ts'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useChanged } from '../session/use-changed.ts'
import { MonthlyChargesPreviewed } from './monthly-charges-previewed.tsx'
import { monthAfter, monthInWords } from './months.ts'
import { type Bill, useMonthlyCharges } from './use-monthly-charges.ts'
import { VoidMonthlyCharges } from './void-monthly-charges.tsx'

const MONTHS_BACK = 12
const MONTHS_AHEAD = 2

type Issued = { invoices: number; cents: number; isDone: boolean }

export function GenerateMonthlyCharges({ onClose }: { onClose: () => void }) {
  const { client, today } = useOrganization()
  const { search } = useUrlSearch()
  const changed = useChanged()
  const properties = useProperties()
  const [issued, setIssued] = useState<Issued>()
  const [isVoiding, setVoiding] = useState(false)
  const [property, setProperty] = useState(search.property_id ?? '')
  const [chosen, setChosen] = useState<string>()
  /** The lease to bill alone. */
  const [lease, setLease] = useState<{ lease_id: string; name: string }>()
  const [present, coming] = [monthAfter(today, 0), monthAfter(today, 1)]
  const property_id = property || undefined
  const now = useMonthlyCharges({ month: present, property_id }, issued === undefined)
  // Once this month is billed, the next month is the one to generate.
  const isBilled = now.data !== undefined && now.data.invoices === 0 && now.data.billed.invoices > 0
  const month = chosen ?? (isBilled ? coming : present)
  const bill: Bill = lease ? { month, lease_id: lease.lease_id } : { month, property_id }
  const { data, error, refetch } = useMonthlyCharges(
    bill,
    issued === undefined && (chosen !== undefined || !now.isPending),
  )

  async function generate() {
    let sum: Issued = { invoices: 0, cents: 0, isDone: false }
    let after: string | undefined
    do {
      const part = await client.generateInvoices({ ...bill, after })
      after = part.next ?? undefined
      sum = {
        invoices: sum.invoices + part.invoices,
        cents: sum.cents + part.total_cents,
        isDone: after === undefined,
      }
      setIssued(sum)
    } while (after !== undefined)
    await changed(`${count(sum.invoices, 'invoice')} issued`)
  }

  function billAgain({ lease_id, resident_name, unit_label }: MonthlyChargesPreview['exceptions'][number]) {
    setChosen(month)
    setLease({ lease_id, name: resident_name ?? `unit ${unit_label}` })
  }

  if (isVoiding && data) return <VoidMonthlyCharges bill={bill} billed={data.billed} onClose={onClose} />
  return (
    <Dialog
      title="Generate monthly charges"
      about="Issues one invoice for each lease that is occupied in the month. Leases that already have their invoice are skipped, unless they are occupied on days that it does not bill."
      isOpen
      onClose={onClose}
      wide
    >
      <div className="flex flex-col gap-4">
        {issued && (
          <div role="status">
            <Hint tone={issued.isDone ? 'good' : 'plain'}>
              {`${count(issued.invoices, 'invoice')} issued for ${money(issued.cents)}${issued.isDone ? '.' : ' so far…'}`}
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
          <Form
            submit={data ? `Issue ${count(data.invoices, 'invoice')}` : 'Issue invoices'}
            isReady={data !== undefined && data.invoices > 0}
            isPreview
            onCancel={onClose}
            send={generate}
          >
            <FieldRow>
              <SelectField
                name="month"
                label="Month"
                choices={monthsAround(today)}
                value={month}
                onChange={value => {
                  setLease(undefined)
                  setChosen(value)
                }}
                required
              />
              <PickField
                name="property_id"
                label="Property"
                choices={propertyChoices(properties.data)}
                none="All properties"
                value={property}
                onChange={value => {
                  setLease(undefined)
                  setProperty(value)
                }}
              />
            </FieldRow>
            {lease && (
              <Hint>
                <span className="flex flex-wrap items-center justify-between gap-2">
                  Only the lease of {lease.name}, whose invoice was voided.
                  <Button size="small" onClick={() => setLease(undefined)}>
                    All leases
                  </Button>
                </span>
              </Hint>
            )}
            {error ? (
              <Failure error={error} retry={refetch} />
            ) : data ? (
              <MonthlyChargesPreviewed
                preview={data}
                {...(!lease && { onVoid: () => setVoiding(true), onBillAgain: billAgain })}
              />
            ) : (
              <Shimmer className="h-24 w-full" />
            )}
          </Form>
        )}
      </div>
    </Dialog>
  )
}

function monthsAround(today: string) {
  return Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, index) => {
    const month = monthAfter(today, MONTHS_AHEAD - index)
    return { value: month, text: monthInWords(month) }
  })
}
