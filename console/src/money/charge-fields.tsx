/** The fields of one charge. The kind fills the description until somebody types one. */
import { useState } from 'react'
import { DollarsField } from '../kit/dollars.tsx'
import { Field, FieldRow, SelectField } from '../kit/form.tsx'
import { CHARGE_CHOICES, describedAs } from './charge-kinds.ts'

export function ChargeFields({
  nameOf,
}: {
  nameOf: (field: 'charge_code' | 'description' | 'amount_cents') => string
}) {
  const [kind, setKind] = useState('OTHER')
  const [description, setDescription] = useState('')
  return (
    <>
      <FieldRow>
        <SelectField
          name={nameOf('charge_code')}
          label="Charge"
          choices={CHARGE_CHOICES}
          value={kind}
          onChange={code => {
            setKind(code)
            setDescription(describedAs(code, description))
          }}
          required
        />
        <DollarsField
          name={nameOf('amount_cents')}
          label="Amount in dollars"
          {...(kind === 'CONCESSION' && { hint: 'A concession is negative.' })}
          required
        />
      </FieldRow>
      <Field name={nameOf('description')} label="Description" required>
        {control => (
          <input
            className="field"
            maxLength={200}
            autoComplete="off"
            value={description}
            onChange={event => setDescription(event.target.value)}
            {...control}
          />
        )}
      </Field>
    </>
  )
}
