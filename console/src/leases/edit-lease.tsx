/** Editing the draft of a lease, with the form that created it; its unit stays. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import { buttonClass } from '../kit/button.tsx'
import { dollarsOf } from '../kit/cents.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, Facts } from '../kit/page.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { useLease } from '../records/lease-picker.tsx'
import { PageLink } from '../records/page-link.tsx'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { NotAllowed } from '../shell/not-allowed.tsx'
import { LeaseForm } from './lease-form.tsx'
import { pagesOfLease } from './pages-of-lease.ts'

export function EditLeasePage() {
  const { lease: leaseId = '' } = useParams({ strict: false })
  const { may } = useOrganization()
  const query = useLease(leaseId)
  const toLease = (className: string) => (
    <PageLink to="/$organization/leases/$lease" params={{ lease: leaseId }} className={className}>
      Lease
    </PageLink>
  )
  if (!may('ADMIN')) return <NotAllowed title="Edit draft" back={toLease} />
  return (
    <DetailPage
      query={query}
      noun="Edit draft"
      title={() => 'Edit draft'}
      about={() => 'You can change everything but the unit until you send the lease for signature.'}
      {...pagesOfLease(leaseId)}
    >
      {lease =>
        lease.allowed_steps.includes('EDIT') ? (
          <Edit lease={lease} />
        ) : (
          <Card>
            <Empty title="This lease is no longer a draft" action={toLease(buttonClass('primary'))}>
              Open the lease to see its next steps.
            </Empty>
          </Card>
        )
      }
    </DetailPage>
  )
}

const CHANGED =
  'This draft was changed while you edited it. Save again to replace that change, or reload the page to see it.'

function Edit({ lease: now }: { lease: LeaseDetail }) {
  const { id, client, keyed } = useOrganization()
  const [lease] = useState(now)
  const opened = useRef(lease)
  const navigate = useNavigate()
  const changed = useChanged()
  const { lease_id, external_id, start_date } = lease
  return (
    <LeaseForm
      submit="Save draft"
      first={{
        ...lease,
        charges: lease.recurring_charges.map(({ code, description, amount_cents, from, to }) => {
          const later = from === start_date ? undefined : from
          return { code, draftDescription: description, dollars: dollarsOf(amount_cents), from: later, to }
        }),
      }}
      place={
        <Facts
          of={{
            Unit: <PlaceName property={lease.property_name} unit={lease.unit_label} />,
          }}
        />
      }
      send={async (draft, idempotencyKey) => {
        // A draft is replaced as a whole, so a change that someone else made in the meantime is not replaced unseen. The service refuses to edit a lease
        // that is no longer a draft, and says why.
        const now = await client.getLease({ lease_id })
        if (now.allowed_steps.includes('EDIT') && JSON.stringify(now) !== JSON.stringify(opened.current)) {
          opened.current = now
          throw new ApiError(409, 'conflict', CHANGED)
        }
        await keyed(idempotencyKey).editLease({ lease_id, external_id, ...draft })
        await changed('Draft saved')
      }}
      onSent={() => navigate({ to: '/$organization/leases/$lease', params: { organization: id, lease: lease_id } })}
    />
  )
}
