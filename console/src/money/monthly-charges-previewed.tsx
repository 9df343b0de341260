/**
 * What generating a month's charges will issue: the sum, each property, the leases to review, and those whose bill differs from
 * their last one.
 */
import type { ReactNode } from 'react'
import type { MonthlyChargesPreview } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { date, money, number } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { count } from '../kit/words.ts'
import { NOBODY } from '../records/lease-picker.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'

type Exception = MonthlyChargesPreview['exceptions'][number]
type Property = MonthlyChargesPreview['properties'][number]
/** The most rows a section shows; the others are counted. */
const MAX_ROWS = 200

const REASONS: Record<Exception['reason'], (exception: Exception) => string> = {
  NO_CHARGES: () => 'Not billed: no recurring charges in this month',
  NOT_SIGNED: () => 'Not billed: the lease is not signed',
  UNIT_OCCUPIED: () => 'Not billed: an earlier lease still occupies the unit',
  INVOICE_VOID: () => 'Not billed: its invoice for this month was voided',
  TOO_MANY_CHARGES: () => 'Not billed: more charges than an invoice can hold. End some of them',
  UNIT_OUT_OF_SERVICE: ({ total_cents }) =>
    `Billed, ${money(total_cents)}, but the unit is out of service: end the lease or extend the service`,
  BOOKS_CLOSED: ({ period_start, total_cents }) =>
    `Not billed, ${money(total_cents)}: the books are closed on ${date(period_start ?? '')}. Add a charge on a later date, or reopen the books`,
  CHARGES_DIFFER: ({ difference_cents: difference }) =>
    difference > 0
      ? `Billed ${money(difference)} less than its charges now come to. Add a charge if it is owed`
      : `Billed ${money(-difference)} more than its charges now come to. To correct that, void its invoice and bill it again`,
  PRORATED: ({ period_start, period_end, total_cents }) =>
    `Prorated: ${date(period_start ?? '')} – ${date(period_end ?? '')}, ${money(total_cents)}`,
  REMAINING_DAYS: ({ period_start, period_end, total_cents }) =>
    `Already partly billed. Remaining days: ${date(period_start ?? '')} – ${date(period_end ?? '')}, ${money(total_cents)}`,
}

export function MonthlyChargesPreviewed({
  preview,
  onVoid,
  onBillAgain,
}: {
  preview: MonthlyChargesPreview
  /** Voids what was issued for the month; left out if it cannot be voided from here. */
  onVoid?: () => void
  /** Bills a lease alone whose invoice was voided; left out if only one lease is shown. */
  onBillAgain?: (lease: Exception) => void
}) {
  const { invoices, total_cents, properties, exceptions, changed, billed } = preview
  return (
    <div className="flex flex-col gap-3" role="status">
      <Hint tone={invoices > 0 ? 'good' : 'plain'}>
        {invoices > 0
          ? `${count(invoices, 'invoice')} for ${money(total_cents)} will be issued.`
          : 'No invoices to issue for this month.'}
      </Hint>
      {billed.invoices > 0 && (
        <Hint>
          <span className="flex flex-wrap items-center justify-between gap-2">
            {`${count(billed.invoices, 'invoice')} already issued, ${money(billed.total_cents)}. ${billed.paid_invoices === 0 ? 'None has been paid since.' : `${number(billed.paid_invoices)} paid since.`}`}
            {billed.paid_invoices === 0 && onVoid && (
              <Button size="small" onClick={onVoid}>
                Void these charges
              </Button>
            )}
          </span>
        </Hint>
      )}
      {properties.length > 1 && (
        <Section title="By property" open>
          {properties.toSorted(byName).map(property => (
            <Row key={property.property_id} name={property.property_name} about={count(property.invoices, 'invoice')}>
              {money(property.total_cents)}
            </Row>
          ))}
        </Section>
      )}
      {exceptions.length > 0 && (
        <Section title={`Exceptions (${number(exceptions.length)})`} open>
          {exceptions.slice(0, MAX_ROWS).map(exception => (
            <Row
              key={exception.lease_id}
              name={<LeaseName lease={exception} />}
              about={REASONS[exception.reason](exception)}
            >
              {exception.reason === 'INVOICE_VOID' && onBillAgain && (
                <Button size="small" onClick={() => onBillAgain(exception)}>
                  Bill again
                </Button>
              )}
            </Row>
          ))}
        </Section>
      )}
      {changed.length > 0 && (
        <Section title={`Changed since the last bill (${number(changed.length)})`}>
          {changed.slice(0, MAX_ROWS).map(lease => (
            <Row
              key={lease.lease_id}
              name={<LeaseName lease={lease} />}
              about={`${money(lease.last_total_cents)} before, billed from ${date(lease.last_month)}`}
            >
              {money(lease.total_cents)}
            </Row>
          ))}
        </Section>
      )}
    </div>
  )
}

function byName(one: Property, other: Property): number {
  return one.property_name.localeCompare(other.property_name)
}

function LeaseName({
  lease,
}: {
  lease: Pick<Exception, 'lease_id' | 'resident_name' | 'property_name' | 'unit_label'>
}) {
  return (
    <>
      <RecordLink id={lease.lease_id}>{lease.resident_name ?? NOBODY}</RecordLink>{' '}
      <span className="text-soft">
        <PlaceName property={lease.property_name} unit={lease.unit_label} />
      </span>
    </>
  )
}

function Section({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="rounded-md border">
      <summary className="px-3 py-2 font-semibold text-[13px]">{title}</summary>
      <ul className="max-h-48 overflow-y-auto border-t">{children}</ul>
    </details>
  )
}

function Row({ name, about, children }: { name: ReactNode; about: string; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b px-3 py-1.5 last:border-0">
      <span className="min-w-0">{name}</span>
      <span className="flex gap-3 text-soft">
        {about}
        {children && <span className="text-ink tabular-nums">{children}</span>}
      </span>
    </li>
  )
}
