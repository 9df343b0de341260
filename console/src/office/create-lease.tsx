/** Drawing a lease up: who, where, from when, for how much. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { UnitListItem } from '#client/console.ts'
import { eachItem } from '#client/pages.ts'
import { dollarsOf } from '../kit/dollars.tsx'
import { Form, SelectField, TextField } from '../kit/form.tsx'
import { todayIn } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { Card, Page } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { useChanged } from '../session/use-changed.ts'
import { ChargeRows, chargesOf } from './lease-charges.tsx'
import { LeasePeople, type LeasePerson } from './lease-people.tsx'
import { propertyChoices, useProperties } from './places.tsx'

export function CreateLeasePage() {
  const { id, client, timeZone, may } = useOrganization()
  const { search, change } = useUrlSearch()
  const navigate = useNavigate()
  const changed = useChanged()
  const properties = useProperties()
  const propertyId = search.property_id ?? properties.data?.[0]?.property_id ?? ''
  const units = useUnitsOf(propertyId).data
  const unit = units?.find(({ unit_id }) => unit_id === search.unit_id) ?? units?.[0]
  const [people, setPeople] = useState<LeasePerson[]>([])
  const today = todayIn(timeZone)
  return (
    <Page
      title="New lease"
      about="A draft keeps nothing from anybody until it is signed. A deposit is charged by an invoice."
      back={
        <Link to="/$organization/leases" params={{ organization: id }} className="hover:underline">
          Leases
        </Link>
      }
    >
      {!may('ADMIN') ? (
        <Hint>Your role does not allow drawing leases up.</Hint>
      ) : (
        <>
          <LeasePeople people={people} onChange={setPeople} />
          <Card title="What is agreed">
            <Form
              submit="Draw up"
              send={async (values, idempotencyKey) => {
                const lease = await client.createLease(
                  {
                    unit_id: values.text('unit_id'),
                    start_date: values.text('start_date'),
                    end_date: values.optional('end_date'),
                    move_in_date: values.optional('move_in_date'),
                    rent_due_day: Number(values.text('rent_due_day')),
                    residents: people.map(({ resident_id, role }) => ({ resident_id, role })),
                    charges: chargesOf(values).map(({ index: _, amount_cents, ...charge }) => ({
                      ...charge,
                      amount_cents: amount_cents ?? 0,
                    })),
                  },
                  { idempotencyKey },
                )
                await changed('The lease is drawn up.')
                await navigate({
                  to: '/$organization/leases/$lease',
                  params: { organization: id, lease: lease.lease_id },
                })
              }}
            >
              <div className="flex flex-col gap-4 sm:flex-row">
                <SelectField
                  name="property_id"
                  label="Property"
                  choices={propertyChoices(properties.data)}
                  value={propertyId}
                  onChange={property_id => change({ property_id, unit_id: undefined }, { replace: true })}
                  required
                />
                <SelectField
                  name="unit_id"
                  label="Unit"
                  choices={(units ?? []).map(({ unit_id, label }) => ({ value: unit_id, text: label }))}
                  value={unit?.unit_id ?? ''}
                  onChange={unit_id => change({ unit_id, property_id: propertyId }, { replace: true })}
                  required
                />
              </div>
              <div className="flex flex-col gap-4 sm:flex-row">
                <TextField name="start_date" label="First day" type="date" defaultValue={today} required />
                <TextField name="end_date" label="Term ends" type="date" hint="Left empty, month to month." />
                <TextField name="move_in_date" label="Move-in planned" type="date" />
                <TextField
                  name="rent_due_day"
                  label="Rent is due on day"
                  type="number"
                  min={1}
                  max={31}
                  defaultValue="1"
                  required
                />
              </div>
              <ChargeRows key={unit?.unit_id ?? ''} first={[{ code: 'RENT', dollars: marketRent(unit) }]} />
            </Form>
          </Card>
        </>
      )}
    </Page>
  )
}

function useUnitsOf(propertyId: string) {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'units', 'of property', propertyId],
    queryFn: async ({ signal }) => {
      const units: UnitListItem[] = []
      for await (const unit of eachItem(page => client.listUnits({ property_id: propertyId, ...page }, { signal }))) {
        units.push(unit)
      }
      return units
    },
    enabled: propertyId !== '',
  })
}

function marketRent(unit: UnitListItem | undefined): string {
  return unit?.market_rent_cents ? dollarsOf(unit.market_rent_cents) : ''
}
