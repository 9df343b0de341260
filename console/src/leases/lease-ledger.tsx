/** What a lease was charged and what was paid, with what it came to after each line. */
import { Link } from '@tanstack/react-router'
import { choices, type GetLeaseLedgerInput, type LedgerLine } from '#client/console.ts'
import { buttonClass } from '../kit/button.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { Filters, SelectFilter } from '../kit/filters.tsx'
import { date, money } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'

const COLUMNS: Column<LedgerLine>[] = [
  { id: 'on', header: 'Day', cell: ({ row }) => date(row.original.effective_on) },
  { id: 'what', header: 'What', cell: ({ row }) => <What line={row.original} /> },
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
  const { search, change } = useUrlSearch()
  const filters: GetLeaseLedgerInput = {
    lease_id: leaseId,
    account: search.account as GetLeaseLedgerInput['account'],
  }
  const { loaded, pagination, move } = usePage('lease ledger', filters, client.getLeaseLedger)
  return (
    <Card
      title="Ledger"
      flush
      actions={
        <>
          <Link
            to="/$organization/invoices"
            params={{ organization: id }}
            search={{ lease_id: leaseId }}
            className={buttonClass('secondary', 'small')}
          >
            Its invoices
          </Link>
          <Link
            to="/$organization/payments"
            params={{ organization: id }}
            search={{ lease_id: leaseId }}
            className={buttonClass('secondary', 'small')}
          >
            Its payments
          </Link>
        </>
      }
    >
      <Filters label="Filter the ledger">
        <SelectFilter
          label="Account"
          value={search.account}
          onChange={account => change({ account })}
          choices={choices.getLeaseLedger.account.map(value => ({ value, text: inWords(value) }))}
          all="Both"
        />
      </Filters>
      <DataTable
        label="Ledger"
        columns={COLUMNS}
        loaded={loaded}
        keyOf={line => line.line_id}
        footer={<Pager pagination={pagination} onMove={move} />}
        empty={<Empty title="Nothing is charged or paid yet" />}
        placeholders={4}
      />
    </Card>
  )
}

function What({ line: { description, invoice_id, invoice_number, payment_id } }: { line: LedgerLine }) {
  const { id } = useOrganization()
  const look = 'font-medium text-accent hover:underline'
  return (
    <span className="whitespace-normal">
      {payment_id ? (
        <Link to="/$organization/payments/$payment" params={{ organization: id, payment: payment_id }} className={look}>
          {description}
        </Link>
      ) : (
        description
      )}
      {invoice_id && !payment_id && (
        <>
          {' '}
          <Link
            to="/$organization/invoices/$invoice"
            params={{ organization: id, invoice: invoice_id }}
            className={look}
          >
            {invoice_number === null ? 'invoice' : `#${invoice_number}`}
          </Link>
        </>
      )}
    </span>
  )
}
