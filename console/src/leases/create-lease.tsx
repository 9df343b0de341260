/** Creating a lease: its unit, residents, term and charges. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { UnitListItem } from '#client/console.ts'
import { dollarsOf } from '../kit/cents.ts'
import { FieldRow } from '../kit/form.tsx'
import { Page, Shimmer } from '../kit/page.tsx'
import { PickField } from '../kit/pick-field.tsx'
import { inWords } from '../kit/words.ts'
import { PageLink } from '../records/page-link.tsx'
import { fullName } from '../records/person-name.ts'
import { ImportLink, onlyProperty, PROPERTY_FIRST, propertyChoices, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useChanged } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { NotAllowed } from '../shell/not-allowed.tsx'
import { type After, AfterField, takeSteps } from './after-create.tsx'
import { firstDay } from './first-day.ts'
import { LeaseForm } from './lease-form.tsx'
import type { LeaseResident } from './lease-residents.tsx'

export function CreateLeasePage() {
  const { may } = useOrganization()
  const leases = (className: string) => (
    <PageLink to="/$organization/leases" className={className}>
      Leases
    </PageLink>
  )
  if (!may('ADMIN')) return <NotAllowed title="New lease" back={leases} />
  return (
    <Page
      title="New lease"
      about="A draft does not reserve the unit until it is signed. You can edit it until you send it for signature."
      back={leases('hover:underline')}
    >
      <ForResident />
    </Page>
  )
}

/** A lease for a resident whom the URL names, as for a move to another unit, begins with them. One who does not exist is left out. */
function ForResident() {
  const { resident_id = '' } = useUrlSearch().search
  const { data, isLoading } = useRead(
    ['resident', resident_id],
    (client, call) => client.getResident({ id: resident_id }, call),
    {
      enabled: resident_id !== '',
    },
  )
  if (isLoading) return <Shimmer className="h-40 w-full" />
  return <NewLease residents={data ? [{ resident_id, name: fullName(data), role: 'PRIMARY' }] : []} />
}

function NewLease({ residents }: { residents: LeaseResident[] }) {
  const { id, client, today } = useOrganization()
  const { search, change } = useUrlSearch()
  const navigate = useNavigate()
  const changed = useChanged()
  const properties = useProperties()
  const propertyId = search.property_id ?? onlyProperty(properties.data) ?? ''
  const units = useUnitsOf(propertyId).data
  const hasNone = properties.data?.length === 0
  const { lead_id = '' } = search
  const lead = useRead(['lead', lead_id], (client, call) => client.getLead({ lead_id }, call), {
    enabled: lead_id !== '',
  }).data
  const [after, setAfter] = useState<After>('DRAFT')
  // A house has one unit. Of several, none is proposed, because a lease of a wrong unit looks like any other.
  const only = units?.length === 1 ? units[0] : undefined
  const unit = units?.find(({ unit_id }) => unit_id === search.unit_id) ?? only
  // The only unit stays the unit of the form, even if another one is added while the form is filled in.
  const offered = unit !== undefined && unit.unit_id !== search.unit_id ? unit.unit_id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each unit that is offered
  useEffect(() => {
    if (offered !== undefined) void change({ property_id: propertyId, unit_id: offered }, { replace: true })
  }, [offered])
  const unitId = unit?.unit_id ?? ''
  const details = useRead(['unit', unitId], (client, call) => client.getUnit({ unit_id: unitId }, call), {
    enabled: unitId !== '',
  }).data
  const wanted = lead?.desired_move_in && lead.desired_move_in > today ? lead.desired_move_in : today
  const { day, hint } = firstDay(details, today, wanted)
  return (
    <LeaseForm
      submit="Create lease"
      applicant={lead}
      startHint={hint}
      first={{
        start_date: day,
        residents,
        charges: [{ code: 'RENT', dollars: marketRent(unit) }],
      }}
      place={
        <FieldRow>
          <PickField
            name="property_id"
            label="Property"
            choices={propertyChoices(properties.data)}
            value={propertyId}
            onChange={property_id => change({ property_id, unit_id: undefined }, { replace: true })}
            hint={hasNone && NO_PROPERTIES}
            required
          />
          <PickField
            name="unit_id"
            label="Unit"
            choices={
              propertyId === '' && properties.data
                ? []
                : units?.map(({ unit_id, label, status }) => ({
                    value: unit_id,
                    text: label,
                    about: status === null ? undefined : inWords(status),
                  }))
            }
            value={unit?.unit_id ?? ''}
            onChange={unit_id => change({ unit_id, property_id: propertyId }, { replace: true })}
            missing={propertyId === '' ? PROPERTY_FIRST : undefined}
            required
          />
        </FieldRow>
      }
      next={<AfterField after={after} onChange={setAfter} lead={lead} />}
      send={async (draft, idempotencyKey) => {
        const lease = await client.createLease(
          { unit_id: unitId, lead_id: lead?.lead_id, ...draft },
          { idempotencyKey },
        )
        await changed(await takeSteps(client, lease, { after, today }))
        return lease
      }}
      onSent={({ lease_id }) =>
        navigate({ to: '/$organization/leases/$lease', params: { organization: id, lease: lease_id } })
      }
    />
  )
}

const NO_PROPERTIES = (
  <>
    There are no properties yet. <ImportLink>Import a rent roll</ImportLink>, or{' '}
    <PageLink to="/$organization/properties" search={{ new: '1' }} className="text-accent underline">
      create a property
    </PageLink>{' '}
    with its units first.
  </>
)

function useUnitsOf(propertyId: string) {
  return useRead(
    ['units', 'of property', propertyId],
    async (client, call) => {
      const units: UnitListItem[] = []
      for await (const unit of client.eachUnit({ property_id: propertyId }, call)) {
        units.push(unit)
      }
      return units
    },
    { enabled: propertyId !== '' },
  )
}

function marketRent(unit: UnitListItem | undefined): string {
  return unit?.market_rent_cents ? dollarsOf(unit.market_rent_cents) : ''
}
