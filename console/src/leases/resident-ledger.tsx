/** The ledger of a lease through today, earliest first, to print and hand to its residents. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DepositStatement, LeaseLedgerLine } from '#client/console.ts'
import { date, money } from '../kit/format.ts'
import { Card, Facts, None } from '../kit/page.tsx'
import { TableRegion } from '../kit/table-region.tsx'
import { Day } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { PrintButton } from '../records/handout.tsx'
import { readList } from '../records/read-list.ts'
import { PlaceName } from '../records/record-names.tsx'
import { useRead } from '../session/use-read.ts'
import { Description } from './lease-ledger.tsx'
import { pagesOfLease } from './pages-of-lease.ts'

/** The most lines that are read. A ledger of twenty years has a tenth as many. */
const MAX_LINES = 10_000

type Contents = { heading: DepositStatement; lines: LeaseLedgerLine[] }

export function ResidentLedgerPage() {
  const { lease: lease_id = '' } = useParams({ strict: false })
  const query = useRead(['resident ledger', lease_id], async (client, call): Promise<Contents> => {
    const [heading, lines] = await Promise.all([
      client.getDepositStatement({ lease_id }, call),
      readList(page => client.getLeaseLedger({ lease_id, ...page }, call), MAX_LINES),
    ])
    return { heading, lines: lines.filter(({ effective_on }) => effective_on <= heading.as_of).reverse() }
  })
  return (
    <DetailPage
      query={query}
      noun="Resident ledger"
      title={() => 'Resident ledger'}
      about={({ heading }) => `${heading.organization_name}, ${date(heading.as_of)}`}
      {...pagesOfLease(lease_id)}
      links={<PrintButton text="Print ledger" isReady={query.data !== undefined} look="primary" />}
    >
      {contents => <Ledger {...contents} />}
    </DetailPage>
  )
}

function Ledger({ heading, lines }: Contents) {
  const { residents, as_of } = heading
  const owed = lines.filter(({ account }) => account === 'RECEIVABLE')
  const deposit = lines.filter(({ account }) => account === 'DEPOSIT')
  return (
    <div className="upright flex max-w-4xl flex-col gap-4">
      <Card>
        <Facts
          of={{
            Residents: residents.length > 0 ? residents.join(', ') : null,
            Unit: <PlaceName property={heading.property_name} unit={heading.unit_label} />,
            Address: heading.address,
            'Lease starts': <Day on={heading.start_date} />,
            ...(heading.move_out_date !== null && { 'Moved out': <Day on={heading.move_out_date} /> }),
            Balance: money(owed.at(-1)?.balance_cents ?? 0),
          }}
        />
      </Card>
      <Card title="Charges and payments" flush>
        <Lines
          label="Charges and payments"
          lines={owed}
          columns={[
            { header: 'Charge', cents: line => (isMoney(line) ? null : line.amount_cents) },
            { header: 'Payment', cents: line => (isMoney(line) ? -line.amount_cents : null) },
          ]}
          balance={`Balance on ${date(as_of)}`}
        />
      </Card>
      {deposit.length > 0 && (
        <Card title="Security deposit" flush>
          <Lines
            label="Security deposit"
            lines={deposit}
            columns={[{ header: 'Amount', cents: line => line.amount_cents }]}
            balance={`Held on ${date(as_of)}`}
          />
        </Card>
      )}
    </div>
  )
}

/** Whether a line is money that was paid or given back, and not a charge. */
function isMoney({ code }: LeaseLedgerLine): boolean {
  return code === 'PAYMENT' || code === 'REFUND'
}

const CELL = 'px-2 py-1.5 first:pl-4 last:pr-4 print:py-1'
const AMOUNT = `${CELL} whitespace-nowrap text-right tabular-nums`

function Lines({
  label,
  lines,
  columns,
  balance,
}: {
  label: string
  lines: LeaseLedgerLine[]
  columns: { header: string; cents: (line: LeaseLedgerLine) => number | null }[]
  /** What the last balance is. */
  balance: string
}) {
  return (
    <TableRegion label={label}>
      <table className="w-full text-left text-[13px] print:text-[9pt]">
        <thead>
          <tr className="h-9 border-b">
            <Head>Date</Head>
            <Head>Description</Head>
            {columns.map(({ header }) => (
              <Head key={header} atEnd>
                {header}
              </Head>
            ))}
            <Head atEnd>Balance</Head>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.line_id} className="h-9 border-b print:h-auto">
              <td className={`${CELL} whitespace-nowrap`}>
                <Day on={line.effective_on} />
              </td>
              <td className={`${CELL} w-full min-w-32`}>
                <Description line={line} />
              </td>
              {columns.map(({ header, cents }) => (
                <td key={header} className={AMOUNT}>
                  <Cents of={cents(line)} />
                </td>
              ))}
              <td className={AMOUNT}>{money(line.balance_cents)}</td>
            </tr>
          ))}
          <tr className="h-9 font-semibold print:h-auto">
            <th scope="row" colSpan={2} className={CELL}>
              {balance}
            </th>
            <td colSpan={columns.length + 1} className={AMOUNT}>
              {money(lines.at(-1)?.balance_cents ?? 0)}
            </td>
          </tr>
        </tbody>
      </table>
    </TableRegion>
  )
}

function Head({ children, atEnd = false }: { children: ReactNode; atEnd?: boolean }) {
  return (
    <th scope="col" className={`${CELL} font-medium text-[12px] text-soft ${atEnd ? 'text-right' : ''}`}>
      {children}
    </th>
  )
}

function Cents({ of }: { of: number | null }) {
  return of === null ? <None /> : money(of)
}
