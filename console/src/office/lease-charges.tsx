/** Rows of a form for what a lease charges every month; named as the service names the places of its input. */
import { useId, useState } from 'react'
import type { CreateLeaseInput } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { centsOf, DollarsField } from '../kit/dollars.tsx'
import { SelectField, TextField, type Values } from '../kit/form.tsx'
import { Icon } from '../kit/icons.tsx'
import { inWords } from '../kit/words.ts'

export type ChargeCode = NonNullable<CreateLeaseInput['charges']>[number]['code']
const CODES: readonly ChargeCode[] = ['RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'OTHER']

export type ChargeRow = { code: ChargeCode; description?: string; dollars: string }
export type EnteredCharge = { code: ChargeCode; description?: string; amount_cents: number | null }

export function ChargeRows({ first, mayEnd = false }: { first: ChargeRow[]; mayEnd?: boolean }) {
  const legend = useId()
  const [rows, setRows] = useState(() => first.map((row, key) => ({ ...row, key })))
  const add = () =>
    setRows([...rows, { code: 'OTHER', dollars: '', key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out with its rows
    <div role="group" aria-labelledby={legend} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 id={legend} className="font-semibold text-[13px]">
          Charges every month
        </h3>
        <Button size="small" onClick={add}>
          <Icon name="plus" /> Add a charge
        </Button>
      </div>
      {rows.map(({ key, code, description, dollars }, index) => (
        <div key={key} className="flex flex-col gap-3 border-t pt-3 sm:flex-row sm:items-start">
          <SelectField
            name={`charges[${index}].code`}
            label="Charge"
            choices={CODES.map(value => ({ value, text: inWords(value) }))}
            defaultValue={code}
            required
          />
          <TextField
            name={`charges[${index}].description`}
            label="In words"
            maxLength={200}
            defaultValue={description ?? ''}
          />
          <DollarsField
            name={`charges[${index}].amount_cents`}
            label="Dollars a month"
            defaultValue={dollars}
            required={!mayEnd}
            {...(mayEnd && { hint: 'Empty ends it.' })}
          />
          <Button
            look="quiet"
            className="self-end sm:mt-6 sm:self-start"
            aria-label={`Remove charge ${index + 1}`}
            onClick={() => setRows(rows.filter(row => row.key !== key))}
          >
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  )
}

export function chargesOf(values: Values): EnteredCharge[] {
  const charges: EnteredCharge[] = []
  for (let index = 0; values.isSet(`charges[${index}].code`); index++) {
    const description = values.optional(`charges[${index}].description`)
    const amount = values.optional(`charges[${index}].amount_cents`)
    charges.push({
      code: values.text(`charges[${index}].code`) as ChargeCode,
      ...(description && { description }),
      amount_cents: amount === undefined ? null : centsOf(amount),
    })
  }
  return charges
}
