/** Where the work is, and who reported it: someone who calls is found by name, which fills in their property and unit. */
import { useState } from 'react'
import type { ResidentDetail } from '#client/v1.ts'
import { FieldRow } from '../kit/form.tsx'
import type { Choice } from '../kit/matching.ts'
import { PickField } from '../kit/pick-field.tsx'
import { fullName } from '../records/person-name.ts'
import { placeName } from '../records/place-name.ts'
import { onlyProperty, PROPERTY_FIRST, propertyChoices, useProperties, useProperty } from '../records/record-names.tsx'
import { useRecordSearch } from '../records/use-record-search.ts'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'

export function WhereFields() {
  const { client } = useOrganization()
  const { search } = useUrlSearch()
  const properties = useProperties()
  const [chosen, setChosen] = useState<string>()
  const [unitId, setUnit] = useState(search.unit_id ?? '')
  const [residentId, setResident] = useState('')
  const propertyId = chosen ?? search.property_id ?? onlyProperty(properties.data) ?? ''
  const property = useProperty(propertyId).data
  const hasNone = properties.data !== undefined && propertyId === ''
  const found = useRecordSearch('residents', client.listAllResidents, residentAt)
  const living = property?.active_leases.flatMap(({ unit_id, residents }) =>
    residents.map(({ resident_id, name }) => ({ resident_id, name, unit_id })),
  )

  function chooseResident(id: string) {
    const caller = propertyId === '' ? found.rows.find(({ resident_id }) => resident_id === id) : undefined
    const unit = caller?.unit_id ?? living?.find(({ resident_id }) => resident_id === id)?.unit_id
    if (caller?.property_id) setChosen(caller.property_id)
    if (unit) setUnit(unit)
    setResident(id)
  }

  return (
    <>
      <FieldRow>
        <PickField
          name="property_id"
          label="Property"
          choices={propertyChoices(properties.data)}
          value={propertyId}
          onChange={value => {
            setChosen(value)
            setUnit('')
            setResident('')
          }}
          required
        />
        <PickField
          name="unit_id"
          label="Unit"
          choices={hasNone ? [] : property?.units.map(({ unit_id, label }) => ({ value: unit_id, text: label }))}
          none="Whole property"
          missing={propertyId === '' ? PROPERTY_FIRST : undefined}
          value={unitId}
          onChange={value => {
            setUnit(value)
            if (!living?.some(one => one.resident_id === residentId && one.unit_id === value)) setResident('')
          }}
        />
      </FieldRow>
      <PickField
        name="resident_id"
        label="Resident"
        none="Nobody in particular"
        value={residentId}
        onChange={chooseResident}
        {...(propertyId === ''
          ? { choices: found.rows.filter(({ unit_id }) => unit_id !== null).map(residentAt), search: found.search }
          : {
              choices: living
                ?.filter(({ unit_id }) => unitId === '' || unit_id === unitId)
                .map(({ resident_id, name }) => ({ value: resident_id, text: name })),
            })}
      />
    </>
  )
}

/** A resident with the unit, because a caller states both, and several may have the same name. */
function residentAt(resident: ResidentDetail): Choice {
  const { resident_id, property_name, unit_label } = resident
  return { value: resident_id, text: fullName(resident), about: placeName(property_name ?? '', unit_label) }
}
