/** The statement of a security deposit, to print and hand to the residents who moved out. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DepositStatement } from '#client/console.ts'
import { date, money } from '../kit/format.ts'
import { Card, Facts } from '../kit/page.tsx'
import { Day } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { PrintButton } from '../records/handout.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useRead } from '../session/use-read.ts'
import { pagesOfLease } from './pages-of-lease.ts'

export function DepositStatementPage() {
  const { lease: leaseId = '' } = useParams({ strict: false })
  const query = useRead(['deposit statement', leaseId], (client, call) =>
    client.getDepositStatement({ lease_id: leaseId }, call),
  )
  return (
    <DetailPage
      query={query}
      noun="Security deposit statement"
      title={() => 'Security deposit statement'}
      about={({ organization_name, as_of }) => `${organization_name}, ${date(as_of)}`}
      {...pagesOfLease(leaseId)}
      links={<PrintButton text="Print statement" isReady={query.data !== undefined} look="primary" />}
    >
      {statement => <Statement statement={statement} />}
    </DetailPage>
  )
}

const KINDS: Record<DepositStatement['lines'][number]['kind'], string> = {
  RECEIVED: 'Deposit received',
  APPLIED: 'Withheld for deductions',
  RETURNED: 'Returned to the resident',
}

/** The name of a line that cancels other lines of its kind: for a payment that was reversed, or a step that was voided on a later day. */
const TAKEN_BACK: typeof KINDS = {
  RECEIVED: 'Deposit not received after all',
  APPLIED: 'Not withheld after all',
  RETURNED: 'Not returned after all',
}

function nameOf({ kind, amount_cents }: DepositStatement['lines'][number]): string {
  const isTakenBack = kind === 'RECEIVED' ? amount_cents < 0 : amount_cents > 0
  return (isTakenBack ? TAKEN_BACK : KINDS)[kind]
}

function Statement({ statement }: { statement: DepositStatement }) {
  const { lines, deductions, residents } = statement
  return (
    <div className="upright flex max-w-3xl flex-col gap-4">
      <Card>
        <Facts
          of={{
            Residents: residents.length > 0 ? residents.join(', ') : null,
            Unit: <PlaceName property={statement.property_name} unit={statement.unit_label} />,
            Address: statement.address,
            'Moved in': <Day on={statement.move_in_date ?? statement.start_date} />,
            'Moved out': <Day on={statement.move_out_date} />,
          }}
        />
      </Card>
      <Card title="Deposit" flush>
        <Table label="Deposit">
          {lines.map(line => (
            <Row key={`${line.kind} ${line.on}`} name={`${nameOf(line)}, ${date(line.on)}`} cents={line.amount_cents} />
          ))}
          {lines.length === 0 && <Row name="No deposit was received" cents={0} />}
          <Row name="Still held" cents={statement.held_cents} strong />
        </Table>
      </Card>
      {deductions.length > 0 && (
        <Card title="Deductions" flush>
          <Table label="Deductions">
            {deductions.map(invoice => (
              <Deduction key={invoice.invoice_id} invoice={invoice} />
            ))}
            <Row name="Total withheld" cents={statement.applied_cents} strong />
          </Table>
        </Card>
      )}
      <Card title="Summary" flush>
        <Table label="Summary">
          <Row name="Deposit received" cents={statement.received_cents} />
          <Row name="Withheld" cents={-statement.applied_cents} />
          <Row name="Returned" cents={-statement.returned_cents} />
          <Row name="Still held" cents={statement.held_cents} strong />
          <Row name="Still owed by the resident" cents={statement.owed_cents} strong />
          {statement.credit_cents > 0 && <Row name="Resident credit" cents={statement.credit_cents} strong />}
        </Table>
      </Card>
    </div>
  )
}

/**
 * An invoice that the deposit was applied to: its charges, and the amount that was paid in other ways or is still
 * open.
 */
function Deduction({ invoice }: { invoice: DepositStatement['deductions'][number] }) {
  const { invoice_id, number, issue_date, lines, total_cents, applied_cents, balance_cents } = invoice
  const paid = total_cents - applied_cents - balance_cents
  return (
    <>
      {lines.map(({ description, amount_cents }, place) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
          key={place}
          name={
            <>
              {description}, <RecordLink id={invoice_id}>invoice #{number}</RecordLink> of {date(issue_date)}
            </>
          }
          cents={amount_cents}
        />
      ))}
      {paid !== 0 && <Row name={`Other payments on invoice #${number}`} cents={-paid} />}
      {balance_cents > 0 && <Row name={`Still owed on invoice #${number}`} cents={-balance_cents} />}
    </>
  )
}

function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table aria-label={label} className="w-full text-left">
      <tbody>{children}</tbody>
    </table>
  )
}

function Row({ name, cents, strong = false }: { name: ReactNode; cents: number; strong?: boolean }) {
  return (
    <tr className={`h-10 border-b last:border-0 print:h-7 ${strong ? 'font-semibold' : 'font-normal'}`}>
      <th scope="row" className="px-4 py-1.5 text-left [font-weight:inherit]">
        {name}
      </th>
      <td className="px-4 py-1.5 text-right tabular-nums">{money(cents)}</td>
    </tr>
  )
}
