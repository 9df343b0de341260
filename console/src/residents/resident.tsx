/** One resident: how to reach them, their leases, and the invoices, payments and messages of their current lease. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ResidentDetail } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { loadedBy } from '../kit/data-table.tsx'
import { phone } from '../kit/format.ts'
import { Card, Fact, Facts, Mail } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { LeasesOf } from '../leases/leases-of.tsx'
import { MessagesOf } from '../messages/message-list.tsx'
import { SendMessage } from '../messages/send-message.tsx'
import { INVOICE_COLUMNS } from '../money/invoices.tsx'
import { PAYMENT_COLUMNS } from '../money/payments.tsx'
import { Balance, Day } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { ListCard } from '../records/list-page.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { ResidentForm } from './resident-form.tsx'

const RECENT = 12

export function ResidentPage() {
  const { resident: residentId = '' } = useParams({ strict: false })
  const { id, client } = useOrganization()
  const query = useQuery({
    queryKey: [id, 'resident', residentId],
    queryFn: ({ signal }) => client.getResident({ id: residentId }, { signal }),
  })
  return (
    <DetailPage
      query={query}
      noun="Resident"
      title={({ first_name, last_name }) => `${first_name} ${last_name}`.trim()}
      list={{
        to: '/$organization/residents',
        text: 'Residents',
        search: { property_id: query.data?.property_id ?? undefined },
      }}
      steps={resident => (
        <>
          <DialogButton
            text="Send message"
            look="primary"
            dialog={close => <SendMessage resident={resident} onClose={close} />}
          />
          <DialogButton text="Edit resident" dialog={close => <ResidentForm resident={resident} onClose={close} />} />
        </>
      )}
    >
      {resident => (
        <>
          <Details resident={resident} />
          <LeasesOf residentId={resident.resident_id} />
          {resident.lease_id && <MoneyOf leaseId={resident.lease_id} />}
          <MessagesOf residentId={resident.resident_id} />
        </>
      )}
    </DetailPage>
  )
}

function Details({ resident }: { resident: ResidentDetail }) {
  const { email, phone: number, role, status, unit_id, property_name, unit_label, lease_balance_cents } = resident
  return (
    <Card title="Details">
      <Facts>
        <Fact name="Status">{status && <Status word={status} />}</Fact>
        <Fact name="E-mail">{email && <Mail address={email} />}</Fact>
        <Fact name="Phone">{number && phone(number)}</Fact>
        <Fact name="Text messages">{inWords(resident.sms_opt_in)}</Fact>
        <Fact name="Unit">
          {unit_id && (
            <RecordLink id={unit_id}>
              <PlaceName property={property_name ?? ''} unit={unit_label ?? ''} />
            </RecordLink>
          )}
        </Fact>
        <Fact name="Lease">{resident.lease_id && <RecordLink id={resident.lease_id}>Open lease</RecordLink>}</Fact>
        <Fact name="Role on the lease">{role && inWords(role)}</Fact>
        <Fact name="Moved in">
          <Day on={resident.move_in_date} />
        </Fact>
        <Fact name="Moves out">
          <Day on={resident.move_out_date} />
        </Fact>
        <Fact name="Lease balance">{lease_balance_cents !== null && <Balance cents={lease_balance_cents} />}</Fact>
      </Facts>
    </Card>
  )
}

function MoneyOf({ leaseId }: { leaseId: string }) {
  const { id, client } = useOrganization()
  const invoices = useQuery({
    queryKey: [id, 'invoices', 'of lease', leaseId],
    queryFn: ({ signal }) => client.listInvoices({ lease_id: leaseId, limit: RECENT }, { signal }),
  })
  const payments = useQuery({
    queryKey: [id, 'payments', 'of lease', leaseId],
    queryFn: ({ signal }) => client.listPayments({ lease_id: leaseId, status: 'ALL', limit: RECENT }, { signal }),
  })
  return (
    <>
      <ListCard
        title="Invoices"
        label="Invoices"
        list={{ loaded: loadedBy(invoices, invoices.data?.data) }}
        columns={INVOICE_COLUMNS.filter(column => column.id !== 'place' && column.id !== 'resident')}
        keyOf={invoice => invoice.invoice_id}
        empty={{ about: 'Invoices of the current lease appear here.' }}
        placeholders={3}
      />
      <ListCard
        title="Payments"
        label="Payments"
        list={{ loaded: loadedBy(payments, payments.data?.data) }}
        columns={PAYMENT_COLUMNS.filter(column => column.id !== 'place' && column.id !== 'resident')}
        keyOf={payment => payment.payment_id}
        empty={{ about: 'Payments on the current lease appear here.' }}
        placeholders={3}
      />
    </>
  )
}
