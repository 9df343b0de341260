/**
 * The charges and payments of a lease, with the balance after each line. Lines of later days are listed separately, because they do
 * not count yet.
 */
import type { ReactNode } from 'react'
import { choices, type LeaseLedgerLine } from '#client/console.ts'
import { Badge } from '../kit/badge.tsx'
import { Button, buttonClass } from '../kit/button.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { Filters } from '../kit/filters.tsx'
import { money } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { paidBy } from '../money/payment-words.ts'
import { Below, Day } from '../records/cells.tsx'
import { ChoiceListFilter } from '../records/list-filters.tsx'
import { listOf } from '../records/list-query.ts'
import { PageLink } from '../records/page-link.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { SaveCsv } from '../records/save-csv.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'

const COLUMNS: Column<LeaseLedgerLine>[] = [
  { header: 'Date', cell: row => <Day on={row.effective_on} /> },
  {
    header: 'Description',
    wraps: true,
    cell: row => (
      <>
        <Description line={row} />
        {row.account === 'DEPOSIT' && <Below>{inWords(row.account)} account</Below>}
      </>
    ),
  },
  { header: 'Account', from: 'md', cell: row => inWords(row.account) },
  { header: 'Amount', align: 'end', cell: row => money(row.amount_cents) },
  { header: 'Balance', align: 'end', from: 'sm', cell: row => money(row.balance_cents) },
]

const COMING: Column<LeaseLedgerLine>[] = [
  {
    header: 'Date',
    cell: row => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Day on={row.effective_on} /> <Badge tone="accent">Upcoming</Badge>
      </span>
    ),
  },
  ...COLUMNS.slice(1, -1),
  { ...COLUMNS.at(-1)!, header: 'Balance after' },
]

const LEDGER = listOf({
  name: 'lease ledger',
  by: ['account'],
  read: (client: OrganizationClient) => client.getLeaseLedger,
  csv: 'lease-ledger',
})

export function LeaseLedgerCard({ leaseId, actions }: { leaseId: string; actions?: ReactNode }) {
  const { today } = useOrganization()
  const list = useList(LEDGER, { given: { lease_id: leaseId } })
  const { loaded, footer, isFiltered, clear, csv, total } = list
  const coming = loaded.rows?.filter(line => line.effective_on > today)
  const posted = loaded.rows?.filter(line => line.effective_on <= today)
  return (
    <Card
      title="Ledger"
      flush
      actions={
        <>
          {actions}
          <AllOf noun="invoices" text="Invoices" leaseId={leaseId} />
          <AllOf noun="payments" text="Payments" leaseId={leaseId} />
        </>
      }
    >
      <Filters
        label="Filter ledger entries"
        {...{ isFiltered, clear }}
        tools={csv && <SaveCsv address={csv} isOff={!total} />}
      >
        <ChoiceListFilter name="account" label="Account" values={choices.getLeaseLedger.account} all="Both" />
      </Filters>
      {coming && coming.length > 0 && (
        <div className="border-b-2 bg-sunken [&_th]:rounded-none [&_th]:bg-sunken">
          <p className="px-4 pt-2.5 text-[12px] text-soft">Dated after today, and not in the balance yet</p>
          <DataTable
            label="Upcoming ledger entries"
            columns={COMING}
            loaded={{ ...loaded, rows: coming }}
            keyOf={line => line.line_id}
            empty={null}
          />
        </div>
      )}
      <DataTable
        label="Ledger entries"
        columns={COLUMNS}
        loaded={{ ...loaded, rows: posted }}
        keyOf={line => line.line_id}
        placeholders={4}
        empty={
          isFiltered && !coming?.length ? (
            <Empty title="No ledger entries match" action={<Button onClick={clear}>Clear filters</Button>}>
              The lease has no entries in this account.
            </Empty>
          ) : (
            <Empty title={coming?.length ? 'Nothing posted through today' : 'No ledger entries yet'}>
              Charges and payments appear here when they are posted.
            </Empty>
          )
        }
      />
      {footer}
    </Card>
  )
}

function AllOf({ noun, text, leaseId }: { noun: 'invoices' | 'payments'; text: string; leaseId: string }) {
  return (
    <PageLink
      to={`/$organization/${noun}`}
      search={{ lease_id: leaseId }}
      className={buttonClass('secondary', 'small')}
    >
      {text}
    </PageLink>
  )
}

export function Description({ line }: { line: LeaseLedgerLine }) {
  const { description, invoice_id, invoice_number, payment_id, payment_method, payment_reference } = line
  const by = payment_method && paidBy({ method: payment_method, reference: payment_reference })
  return (
    <span className="whitespace-normal">
      {payment_id ? <RecordLink id={payment_id}>{description}</RecordLink> : description}
      {by && <span className="text-soft"> {by}</span>}
      {invoice_id && !payment_id && (
        <>
          {' '}
          <RecordLink id={invoice_id}>{invoice_number === null ? 'invoice' : `#${invoice_number}`}</RecordLink>
        </>
      )}
    </span>
  )
}
