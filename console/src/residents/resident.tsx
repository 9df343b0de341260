/** The page of one resident: their unit and balance, the ledger of their lease, and their contact details at the side. */
import type { ResidentDetail } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { phone } from '../kit/format.ts'
import { Card, Facts, Mail } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { LeaseLedgerCard } from '../leases/lease-ledger.tsx'
import { ResidentLeases } from '../leases/resident-leases.tsx'
import { moveInName } from '../leases/term-state.ts'
import { MessagesOf } from '../messages/message-list.tsx'
import { SendMessage } from '../messages/send-message.tsx'
import { MoneyButtons } from '../money/money-buttons.tsx'
import { Balance, Day } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { externalIdOf } from '../records/external-id.ts'
import { fullName } from '../records/person-name.ts'
import { RecordColumns, RecordHeader } from '../records/record-header.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { PlaceName, residentQuery } from '../records/record-names.tsx'
import { preloadRecord, useRecord } from '../records/record-query.ts'
import { Timeline } from '../records/timeline.tsx'
import { useOrganization } from '../session/me.ts'
import { ResidentForm } from './resident-form.tsx'

export const preload = preloadRecord(residentQuery)

export function ResidentPage() {
  const { query } = useRecord(residentQuery, 'resident')
  return (
    <DetailPage
      query={query}
      noun="Resident"
      title={fullName}
      list={{
        to: '/$organization/residents',
        text: 'Residents',
        search: { property_id: query.data?.property_id ?? undefined },
      }}
      steps={resident => <Steps resident={resident} />}
    >
      {resident => (
        <>
          <Header resident={resident} />
          <RecordColumns side={<Details resident={resident} />}>
            {resident.lease_id && <LeaseLedgerCard leaseId={resident.lease_id} />}
            <ResidentLeases residentId={resident.resident_id} />
            <MessagesOf residentId={resident.resident_id} />
            <Timeline subject={resident.resident_id} />
          </RecordColumns>
        </>
      )}
    </DetailPage>
  )
}

/** The steps of a resident: recording a payment comes first if they owe something, and otherwise sending a message does. */
function Steps({ resident }: { resident: ResidentDetail }) {
  const owes = (resident.lease_balance_cents ?? 0) > 0
  return (
    <>
      {resident.lease_id && <MoneyButtons leaseId={resident.lease_id} look={owes ? 'primary' : 'secondary'} />}
      <DialogButton
        text="Send message"
        look={owes ? 'secondary' : 'primary'}
        dialog={close => <SendMessage resident={resident} onClose={close} />}
      />
      <DialogButton text="Edit resident" dialog={close => <ResidentForm resident={resident} onClose={close} />} />
    </>
  )
}

function Header({ resident }: { resident: ResidentDetail }) {
  const { status, unit_id, property_name, unit_label, lease_id, lease_balance_cents } = resident
  return (
    <RecordHeader
      items={[
        { name: 'Status', value: status ? <Status word={status} /> : 'No current lease' },
        {
          name: 'Unit',
          value: unit_id ? (
            <RecordLink id={unit_id}>
              <PlaceName property={property_name ?? ''} unit={unit_label ?? ''} />
            </RecordLink>
          ) : (
            'None'
          ),
        },
        lease_id !== null && { name: 'Lease', value: <RecordLink id={lease_id}>Open lease</RecordLink> },
        lease_balance_cents !== null && {
          name: 'Lease balance',
          value: <Balance cents={lease_balance_cents} />,
          isStrong: true,
        },
      ]}
    />
  )
}

function Details({ resident }: { resident: ResidentDetail }) {
  const { email, phone: number, role, status, move_in_date } = resident
  const { today } = useOrganization()
  return (
    <Card title="Details">
      <Facts
        of={{
          'E-mail': email && <Mail address={email} />,
          Phone: number && <a href={`tel:${number}`}>{phone(number)}</a>,
          'Text messages': inWords(resident.sms_opt_in),
          'Role on the lease': role && inWords(role),
          [moveInName(move_in_date, { hasBegun: status !== 'FUTURE', today })]: <Day on={move_in_date} />,
          [status === 'PAST' ? 'Moved out' : 'Moves out']: <Day on={resident.move_out_date} />,
          ...externalIdOf(resident),
        }}
      />
    </Card>
  )
}
