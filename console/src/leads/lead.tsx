/** One lead: what they look for, and moving them along. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { LeadDetail } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { date, instant, money, phone } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Failure } from '../kit/notice.tsx'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { Card, Fact, Facts, Mail, None, Page, Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { PlaceName } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { EditLead } from './lead-form.tsx'
import { interestOf, nameOf } from './lead-words.ts'

export function LeadPage() {
  const { lead: leadId = '' } = useParams({ strict: false })
  const { id, client, may } = useOrganization()
  const changed = useChanged()
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'lead', leadId],
    queryFn: ({ signal }) => client.getLead({ lead_id: leadId }, { signal }),
  })
  const advance = useMutation({
    mutationFn: (status: LeadDetail['status']) => client.advanceLead({ lead_id: leadId, status }),
    onSuccess: lead => changed(`${nameOf(lead)} is ${inWords(lead.status).toLowerCase()} now.`),
  })
  return (
    <Page
      title={data ? nameOf(data) : 'Lead'}
      back={
        <Link to="/$organization/leads" params={{ organization: id }} className="hover:underline">
          Leads
        </Link>
      }
      actions={
        data &&
        may('ADMIN') && (
          <>
            {data.next_statuses.length > 0 && (
              <Menu
                label="Move along to"
                trigger={
                  <Button look="primary" disabled={advance.isPending}>
                    Move along <Icon name="chevron" />
                  </Button>
                }
              >
                {data.next_statuses.map(status => (
                  <MenuItem key={status} onSelect={() => advance.mutate(status)} danger={status === 'LOST'}>
                    {inWords(status)}
                  </MenuItem>
                ))}
              </Menu>
            )}
            <Button onClick={() => setEditing(true)}>Edit</Button>
          </>
        )
      }
    >
      {advance.error && <Failure error={advance.error} />}
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : data ? (
        <Contents lead={data} />
      ) : (
        <Card>
          <Shimmer className="h-40 w-full" />
        </Card>
      )}
      {data && isEditing && <EditLead lead={data} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function Contents({ lead }: { lead: LeadDetail }) {
  const { id, timeZone } = useOrganization()
  const look = 'text-accent hover:underline'
  return (
    <>
      <Card title="About them">
        <Facts>
          <Fact name="Status">
            <Status word={lead.status} />
          </Fact>
          <Fact name="E-mail">{lead.email && <Mail address={lead.email} />}</Fact>
          <Fact name="Phone">{lead.phone && phone(lead.phone)}</Fact>
          <Fact name="Came by">{lead.source}</Fact>
          <Fact name="Since">{instant(lead.created_at, timeZone)}</Fact>
        </Facts>
      </Card>
      <Card title="What they look for">
        <Facts>
          <Fact name="Interested in">
            {lead.unit_id ? (
              <Link to="/$organization/units/$unit" params={{ organization: id, unit: lead.unit_id }} className={look}>
                <PlaceName property={lead.property_name ?? ''} unit={lead.unit_label ?? ''} />
              </Link>
            ) : (
              lead.property_id && (
                <Link
                  to="/$organization/properties/$property"
                  params={{ organization: id, property: lead.property_id }}
                  className={look}
                >
                  {interestOf(lead)}
                </Link>
              )
            )}
          </Fact>
          <Fact name="Wants to move in">{lead.desired_move_in && date(lead.desired_move_in)}</Fact>
          <Fact name="Bedrooms">{lead.bedrooms_wanted}</Fact>
          <Fact name="Up to a month">{lead.max_rent_cents === null ? null : money(lead.max_rent_cents)}</Fact>
        </Facts>
      </Card>
      <Card title="Notes">
        <p className="max-w-prose whitespace-pre-wrap break-words">{lead.notes ?? <None />}</p>
      </Card>
    </>
  )
}
