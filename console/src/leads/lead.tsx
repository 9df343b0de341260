/** One lead: what they are looking for, and the next status. */
import type { LeadDetail } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import { buttonClass, MenuButton } from '../kit/button.tsx'
import { money, phone } from '../kit/format.ts'
import { useAction } from '../kit/notify.tsx'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { Card, Facts, Mail, None } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { Day } from '../records/cells.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { externalIdOf } from '../records/external-id.ts'
import { PageLink } from '../records/page-link.tsx'
import { fullName } from '../records/person-name.ts'
import { RecordLink } from '../records/record-link.tsx'
import { preloadRecord, recordQuery, useRecord } from '../records/record-query.ts'
import { Time } from '../records/time.tsx'
import { Timeline } from '../records/timeline.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { Interest } from './interest.tsx'
import { EditLead } from './lead-form.tsx'

const leadQuery = recordQuery('lead', (client, lead_id, options) => client.getLead({ lead_id }, options))
export const preload = preloadRecord(leadQuery)

export function LeadPage() {
  const { query } = useRecord(leadQuery, 'lead')
  return (
    <DetailPage
      query={query}
      noun="Lead"
      title={fullName}
      list={{ to: '/$organization/leads', text: 'Leads' }}
      steps={lead => (
        <>
          {lead.next_statuses.length > 0 && <ChangeStatus lead={lead} />}
          {lead.next_statuses.includes('LEASED') && <NewLeaseLink lead={lead} />}
          <DialogButton text="Edit lead" dialog={close => <EditLead lead={lead} onClose={close} />} />
        </>
      )}
    >
      {lead => <Contents lead={lead} />}
    </DetailPage>
  )
}

function ChangeStatus({ lead: { lead_id, next_statuses } }: { lead: LeadDetail }) {
  const { client } = useOrganization()
  const changed = useChanged()
  const { isRunning, runAction } = useAction()
  const advance = (status: LeadDetail['status']) =>
    runAction(async () => {
      await client.advanceLead({ lead_id, status })
      await changed(`Status changed to ${inWords(status).toLowerCase()}`)
    })
  return (
    <Menu
      trigger={
        // A button that is out of use would not get the focus back from its menu.
        <MenuButton look="primary" aria-busy={isRunning}>
          Change status
        </MenuButton>
      }
    >
      {next_statuses.map(status => (
        <MenuItem key={status} disabled={isRunning} onSelect={() => advance(status)} danger={status === 'LOST'}>
          {inWords(status)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** A lease of the unit they asked about, to which the lead can be added as a new resident. */
function NewLeaseLink({ lead: { lead_id, property_id, unit_id } }: { lead: LeadDetail }) {
  return (
    <PageLink
      to="/$organization/leases/new"
      search={{ property_id: property_id ?? undefined, unit_id: unit_id ?? undefined, lead_id }}
      className={buttonClass()}
    >
      New lease
    </PageLink>
  )
}

function Contents({ lead }: { lead: LeadDetail }) {
  const place = lead.unit_id ?? lead.property_id
  return (
    <>
      <Card title="Details">
        <Facts
          of={{
            Status: <Status word={lead.status} />,
            'E-mail': lead.email && (
              <a href={`mailto:${lead.email}`}>
                <Mail address={lead.email} />
              </a>
            ),
            Phone: lead.phone && <a href={`tel:${lead.phone}`}>{phone(lead.phone)}</a>,
            Source: lead.source,
            ...(lead.lease_id && { Lease: <RecordLink id={lead.lease_id}>Open lease</RecordLink> }),
            Created: <Time at={lead.created_at} />,
            ...externalIdOf(lead),
          }}
        />
      </Card>
      <Card title="Looking for">
        <Facts
          of={{
            'Interested in': place && (
              <RecordLink id={place}>
                <Interest lead={lead} />
              </RecordLink>
            ),
            'Desired move-in': <Day on={lead.desired_move_in} />,
            Bedrooms: lead.bedrooms_wanted,
            'Max rent': lead.max_rent_cents === null ? null : money(lead.max_rent_cents),
          }}
        />
      </Card>
      <Card title="Notes">
        <p className="max-w-prose whitespace-pre-wrap">{lead.notes ?? <None />}</p>
      </Card>
      <Timeline subject={lead.lead_id} />
    </>
  )
}
