/** The charges and payments of a lease, with the balance after each line. */
import { Link } from '@tanstack/react-router'
import { choices, type LedgerLine } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import type { Column } from '../kit/data-table.tsx'
import { date, money } from '../kit/format.ts'
import { inWords } from '../kit/words.ts'
import { ChoiceListFilter } from '../records/list-filters.tsx'
import { ListCard } from '../records/list-page.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { useList } from '../records/use-list.tsx'
import { useOrganization } from '../session/me.ts'

const COLUMNS: Column<LedgerLine>[] = [
  { id: 'on', header: 'Date', cell: ({ row }) => date(row.original.effective_on) },
  { id: 'description', header: 'Description', cell: ({ row }) => <Description line={row.original} /> },
  { id: 'account', header: 'Account', meta: { from: 'md' }, cell: ({ row }) => inWords(row.original.account) },
  { id: 'amount', header: 'Amount', meta: { align: 'end' }, cell: ({ row }) => money(row.original.amount_cents) },
  {
    id: 'balance',
    header: 'Balance',
    meta: { align: 'end', from: 'sm' },
    cell: ({ row }) => money(row.original.balance_cents),
  },
]

export function LeaseLedgerCard({ leaseId }: { leaseId: string }) {
  const { id, client } = useOrganization()
  const list = useList('lease ledger', ['account'], client.getLeaseLedger, { given: { lease_id: leaseId } })
  const allOf = (noun: 'invoices' | 'payments', text: string) => (
    <Link
      to={`/$organization/${noun}`}
      params={{ organization: id }}
      search={{ lease_id: leaseId }}
      className={buttonClass('secondary', 'small')}
    >
      {text}
    </Link>
  )
  return (
    <ListCard
      title="Ledger"
      label="Ledger entries"
      actions={
        <>
          {allOf('invoices', 'Invoices')}
          {allOf('payments', 'Payments')}
        </>
      }
      filters={<ChoiceListFilter name="account" label="Account" values={choices.getLeaseLedger.account} all="Both" />}
      folds={false}
      list={list}
      columns={COLUMNS}
      keyOf={line => line.line_id}
      empty={{ about: 'Charges and payments appear here when they are posted.' }}
      placeholders={4}
    />
  )
}

function Description({ line: { description, invoice_id, invoice_number, payment_id } }: { line: LedgerLine }) {
  return (
    <span className="whitespace-normal">
      {payment_id ? <RecordLink id={payment_id}>{description}</RecordLink> : description}
      {invoice_id && !payment_id && (
        <>
          {' '}
          <RecordLink id={invoice_id}>{invoice_number === null ? 'invoice' : `#${invoice_number}`}</RecordLink>
        </>
      )}
    </span>
  )
}
