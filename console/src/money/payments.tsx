/** The payments of an organization, a property or a lease. */
import { keepPreviousData } from '@tanstack/react-query'
import { choices, type ListedPayment, type ListPaymentsInput } from '#client/console.ts'
import type { Column } from '../kit/data-table.tsx'
import { SEARCH_WIDTH } from '../kit/filters.tsx'
import { money, shortDate } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { PagerBar } from '../kit/pager.tsx'
import { count, inWords } from '../kit/words.ts'
import { useBulk } from '../records/bulk.tsx'
import { Day } from '../records/cells.tsx'
import { NewButton } from '../records/dialog-button.tsx'
import { ChoiceListFilter, DayListFilter, PropertyListFilter, TextListFilter } from '../records/list-filters.tsx'
import { ListPage } from '../records/list-page.tsx'
import { listOf, pageOf, preloadList } from '../records/list-query.ts'
import { RecordLink } from '../records/record-link.tsx'
import { ImportLink } from '../records/record-names.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useRead } from '../session/use-read.ts'
import { PaymentStatus } from './payment-status.tsx'
import { methodOf } from './payment-words.ts'
import { RecordPayment } from './record-payment.tsx'
import { RESIDENT_AND_PLACE, ResidentBelow } from './resident-and-place.tsx'

const PAYMENT_COLUMNS: Column<ListedPayment, ListPaymentsInput['sort']>[] = [
  {
    header: 'Date',
    sort: 'payment_date',
    cell: row => (
      <>
        <RecordLink id={row.payment_id} look="row">
          <Day on={row.payment_date} />
        </RecordLink>
        <ResidentBelow row={row} />
      </>
    ),
  },
  { header: 'Status', sort: 'status', cell: row => <PaymentStatus payment={row} /> },
  ...RESIDENT_AND_PLACE,
  { header: 'Method', sort: 'method', from: 'sm', cell: row => methodOf(row) },
  { header: 'Reference', isName: true, sort: 'reference', from: 'lg', cell: row => row.reference ?? <None /> },
  {
    header: 'Not applied',
    sort: 'unapplied_cents',
    align: 'end',
    from: 'md',
    cell: row => (row.unapplied_cents > 0 ? money(row.unapplied_cents) : <None />),
  },
  { header: 'Amount', sort: 'amount_cents', align: 'end', cell: row => money(row.amount_cents) },
]

const PAYMENTS = listOf({
  name: 'payments',
  by: ['search', 'status', 'method', 'property_id', 'lease_id', 'from', 'to'],
  read: (client: OrganizationClient) => client.listPayments,
  order: '-payment_date',
  // Without a status the service lists received payments only.
  unless: { status: 'ALL' },
  named: ({ lease_id, resident_id, property_id, unit_id }) => [resident_id ?? lease_id, property_id, unit_id],
  csv: 'payments',
})
export const preload = preloadList(PAYMENTS)

function statusInWords(status: (typeof choices.listPayments.status)[number]): string {
  return status === 'CANCELLED' ? 'Canceled or voided' : inWords(status)
}

export function PaymentsPage() {
  const { keyed } = useOrganization()
  const { search } = useUrlSearch()
  const list = useList(PAYMENTS)
  const bulk = useBulk<ListedPayment>({
    noun: 'payment',
    nameOf: ({ payment_date, amount_cents }) => `${money(amount_cents)} of ${shortDate(payment_date)}`,
    actions: [
      {
        text: 'Mark as received',
        done: 'received',
        about:
          'Each payment is applied to the open invoices of its lease, earliest due date first. Only pending payments can be received.',
        run: ({ payment_id }, _, key) => keyed(key).settlePayment({ id: payment_id }),
      },
      {
        text: 'Void',
        done: 'voided',
        danger: true,
        about:
          'Use this for payments that were recorded by mistake and never received. From today on, they are not applied to any invoice.',
        run: ({ payment_id }, _, key) => keyed(key).voidPayment({ id: payment_id }),
      },
    ],
  })
  const record = (
    <NewButton text="Record payment" dialog={close => <RecordPayment lease_id={search.lease_id} onClose={close} />} />
  )
  return (
    <ListPage
      title="Payments"
      about="Payments from residents, by payment date."
      actions={record}
      filters={
        <>
          <TextListFilter placeholder="Resident, unit or reference" width={SEARCH_WIDTH} />
          <ChoiceListFilter name="status" label="Status" values={choices.listPayments.status} textOf={statusInWords} />
          <ChoiceListFilter name="method" label="Method" values={choices.listPayments.method} />
          <PropertyListFilter clears={{ lease_id: undefined }} />
          {/* Where a row has room for one of them only, both begin the next one. */}
          <div className="flex max-w-full flex-wrap gap-x-3 gap-y-2 lg:max-2xl:gap-x-2">
            <DayListFilter name="from" label="From" />
            <DayListFilter name="to" label="Through" />
          </div>
        </>
      }
      narrowedBy={['lease_id']}
      list={{
        ...list,
        footer: (
          <>
            {list.isFiltered && <Sums />}
            {list.footer}
          </>
        ),
      }}
      bulk={bulk}
      columns={PAYMENT_COLUMNS}
      keyOf={payment => payment.payment_id}
      empty={{
        about: (
          <>
            A payment is money received on a lease, applied to its invoices or kept as credit. Record the first one, or{' '}
            <ImportLink>import receipts</ImportLink>.
          </>
        ),
        guide: { text: 'Read payments through the API', tag: 'accounting' },
        action: record,
      }}
    />
  )
}

/** What the payments of all pages add up to, to compare with a deposit slip or a bank statement. */
function Sums() {
  const { search } = useUrlSearch()
  const { filters } = pageOf(PAYMENTS, search)
  const { data } = useRead(['payments', 'sums', filters], (client, call) => client.sumPayments(filters, call), {
    placeholderData: keepPreviousData,
  })
  if (!data?.payments) return null
  const { payments, amount_cents, paid_cents } = data
  return (
    <PagerBar>
      <p className="tabular-nums" aria-live="polite">
        Total of {count(payments, 'payment')}: <strong className="font-semibold">{money(amount_cents)}</strong>
        {paid_cents !== amount_cents && `, of which ${money(paid_cents)} is paid`}
      </p>
    </PagerBar>
  )
}
