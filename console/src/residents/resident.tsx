/** One person: how to reach them, where they live, what the lease owes, its invoices and payments, and what was written to them. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ResidentDetail } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { DataTable, loadedBy } from '../kit/data-table.tsx'
import { date, money, phone } from '../kit/format.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Mail, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { LeasesOf } from '../leases/leases-of.tsx'
import { MessagesOf } from '../messages/message-list.tsx'
import { SendMessage } from '../messages/send-message.tsx'
import { INVOICE_COLUMNS } from '../money/invoices.tsx'
import { PAYMENT_COLUMNS } from '../money/payments.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { PersonForm } from './resident-form.tsx'

export function ResidentPage() {
  const { resident: residentId = '' } = useParams({ strict: false })
  const { id, client, may } = useOrganization()
  const [isWriting, setWriting] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'resident', residentId],
    queryFn: ({ signal }) => client.getResident({ id: residentId }, { signal }),
  })
  const name = data ? `${data.first_name} ${data.last_name}`.trim() : 'Resident'
  return (
    <Page
      title={name}
      back={
        <Link
          to="/$organization/residents"
          params={{ organization: id }}
          search={{ property_id: data?.property_id ?? undefined }}
          className="hover:underline"
        >
          Residents
        </Link>
      }
      actions={
        data &&
        may('ADMIN') && (
          <>
            <Button look="primary" onClick={() => setWriting(true)}>
              Send a message
            </Button>
            <Button onClick={() => setEditing(true)}>Edit</Button>
          </>
        )
      }
    >
      {error ? <Failure error={error} retry={refetch} /> : <Contents resident={data} />}
      {data && <SendMessage resident={data} isOpen={isWriting} onClose={() => setWriting(false)} />}
      {data && isEditing && <PersonForm person={data} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function Contents({ resident }: { resident: ResidentDetail | undefined }) {
  const { id, client } = useOrganization()
  const leaseId = resident?.lease_id ?? undefined
  const invoices = useQuery({
    queryKey: [id, 'invoices', 'of lease', leaseId],
    queryFn: ({ signal }) => client.listInvoices({ lease_id: leaseId, limit: 12 }, { signal }),
    enabled: leaseId !== undefined,
  })
  const payments = useQuery({
    queryKey: [id, 'payments', 'of lease', leaseId],
    queryFn: ({ signal }) => client.listPayments({ lease_id: leaseId, status: 'ALL', limit: 12 }, { signal }),
    enabled: leaseId !== undefined,
  })
  if (!resident) {
    return (
      <Card>
        <Shimmer className="h-24 w-full" />
      </Card>
    )
  }
  const { email, phone: number, role, status, unit_id, property_name, unit_label, lease_balance_cents } = resident
  return (
    <>
      <Card title="About them">
        <Facts>
          <Fact name="Status">{status && <Status word={status} />}</Fact>
          <Fact name="E-mail">{email && <Mail address={email} />}</Fact>
          <Fact name="Phone">{number && phone(number)}</Fact>
          <Fact name="Text messages">{inWords(resident.sms_opt_in)}</Fact>
          <Fact name="Lives at">
            {unit_id && (
              <Link
                to="/$organization/units/$unit"
                params={{ organization: id, unit: unit_id }}
                className="text-accent hover:underline"
              >
                <PlaceName property={property_name ?? ''} unit={unit_label ?? ''} />
              </Link>
            )}
          </Fact>
          <Fact name="Lease">
            {leaseId && (
              <Link
                to="/$organization/leases/$lease"
                params={{ organization: id, lease: leaseId }}
                className="text-accent hover:underline"
              >
                See the lease
              </Link>
            )}
          </Fact>
          <Fact name="Role on the lease">{role && inWords(role)}</Fact>
          <Fact name="Moved in">{resident.move_in_date && date(resident.move_in_date)}</Fact>
          <Fact name="Moves out">{resident.move_out_date && date(resident.move_out_date)}</Fact>
          <Fact name="Balance of the lease">
            {lease_balance_cents !== null && (
              <span className={lease_balance_cents > 0 ? 'text-bad' : ''}>{money(lease_balance_cents)}</span>
            )}
          </Fact>
        </Facts>
      </Card>
      <LeasesOf residentId={resident.resident_id} />
      {leaseId && (
        <>
          <Card title="Invoices of the lease" flush>
            <DataTable
              label="Invoices of the lease"
              columns={INVOICE_COLUMNS.filter(column => column.id !== 'place' && column.id !== 'resident')}
              loaded={loadedBy(invoices, invoices.data?.data)}
              keyOf={invoice => invoice.invoice_id}
              empty={<Empty title="No invoices" />}
              placeholders={3}
            />
          </Card>
          <Card title="Payments of the lease" flush>
            <DataTable
              label="Payments of the lease"
              columns={PAYMENT_COLUMNS.filter(column => column.id !== 'place' && column.id !== 'resident')}
              loaded={loadedBy(payments, payments.data?.data)}
              keyOf={payment => payment.payment_id}
              empty={<Empty title="No payments" />}
              placeholders={3}
            />
          </Card>
        </>
      )}
      <MessagesOf residentId={resident.resident_id} />
    </>
  )
}
