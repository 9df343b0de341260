/** Rows of a form for the recurring charges of a lease; their fields have the names the service gives them in its input. */
import { useId, useState } from 'react'
import type { CreateLeaseInput } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import { addRow, ROW } from '../kit/added-row.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, SelectField, TextField } from '../kit/form.tsx'
import { Icon } from '../kit/icons.tsx'
import type { Values } from '../kit/values.ts'
import { inWords, wordChoices } from '../kit/words.ts'

type ChargeCode = NonNullable<CreateLeaseInput['charges']>[number]['code']
const CODES: readonly ChargeCode[] = ['RENT', 'PARKING', 'PET', 'UTILITY', 'STORAGE', 'LATE_FEE', 'CONCESSION', 'OTHER']

export type ChargeRow = {
  code: ChargeCode
  dollars: string
  /** The first day of the charge, if it is not the first day of the lease. */
  from?: string | undefined
  to?: string | null
  /** The description of a charge that can still become a different charge. */
  draftDescription?: string
  /** The description of a charge in force, which can change and end but cannot become a different charge. */
  description?: string
}

type EnteredCharge = {
  index: number
  code: ChargeCode
  description?: string
  amount_cents: number | null
  from?: string
  to: string | null
}

/** The amount and the last day of a row in `first` are shown as they are now, unless somebody has typed others: what was typed in any row stays. */
export function ChargeRows({ first }: { first: ChargeRow[] }) {
  const title = useId()
  const [rows, setRows] = useState(() => first.map((row, key) => ({ ...row, key })))
  const add = (button: Element) => {
    const key = Math.max(first.length - 1, ...rows.map(({ key }) => key)) + 1
    addRow(button.closest('section'), () => setRows([...rows, { code: 'OTHER', dollars: '', key }]))
  }
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 id={title} className="font-semibold text-[13px]">
          Recurring charges
        </h3>
        <Button size="small" onClick={({ currentTarget }) => add(currentTarget)}>
          <Icon name="plus" /> Add charge
        </Button>
      </div>
      {rows.map((row, index) => (
        <fieldset key={row.key} {...ROW} className="min-w-0 border-t pt-3">
          <legend className="sr-only">{row.description ?? `Charge ${index + 1}`}</legend>
          <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
            <div className="min-w-0 flex-1">
              <FieldRow>
                <Row row={{ ...row, ...shownNow(first[row.key]) }} at={`charges[${index}]`} />
              </FieldRow>
            </div>
            {row.description === undefined && (
              <IconButton
                label={`Remove charge ${index + 1}`}
                className="shrink-0 self-end sm:mt-6 sm:self-start"
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              >
                <Icon name="close" />
              </IconButton>
            )}
          </div>
        </fieldset>
      ))}
    </section>
  )
}

function shownNow(row: ChargeRow | undefined): Partial<ChargeRow> {
  return row ? { dollars: row.dollars, ...(row.to !== undefined && { to: row.to }) } : {}
}

function Row({ row: { code, description, dollars, from, to, draftDescription }, at }: { row: ChargeRow; at: string }) {
  const isInForce = description !== undefined
  return (
    <>
      {isInForce ? (
        <div className="min-w-0 flex-1">
          <input type="hidden" name={`${at}.code`} value={code} />
          <input type="hidden" name={`${at}.description`} value={description} />
          <p className="font-medium">{description}</p>
          <p className="text-[12px] text-soft">{inWords(code)}</p>
        </div>
      ) : (
        <>
          <SelectField name={`${at}.code`} label="Charge" choices={wordChoices(CODES)} defaultValue={code} required />
          <TextField name={`${at}.description`} label="Description" maxLength={200} defaultValue={draftDescription} />
        </>
      )}
      <DollarsField
        name={`${at}.amount_cents`}
        label="Dollars per month"
        follows
        cents={dollars ? centsOf(dollars) : null}
        required={!isInForce}
        {...(isInForce && { hint: 'Leave empty to end the charge.' })}
      />
      {from !== undefined && (
        <TextField name={`${at}.from`} label="First day" type="date" defaultValue={from} required />
      )}
      <TextField name={`${at}.to`} label="Last day" type="date" defaultValue={to} />
    </>
  )
}

export function chargesOf(values: Values): EnteredCharge[] {
  const charges: EnteredCharge[] = []
  for (let index = 0; values.isSet(`charges[${index}].code`); index++) {
    const entered = (name: string) => values.optional(`charges[${index}].${name}`)
    const description = entered('description')
    const amount = entered('amount_cents')
    const from = entered('from')
    charges.push({
      index,
      code: entered('code') as ChargeCode,
      ...(description && { description }),
      amount_cents: amount === undefined ? null : centsOf(amount),
      ...(from && { from }),
      to: entered('to') ?? null,
    })
  }
  return charges
}

/** The charges of `entered` that differ from what was shown. An end date that was not touched is not sent. */
export function changesOf(entered: EnteredCharge[], shown: ChargeRow[]) {
  return entered.flatMap(({ to, ...charge }) => {
    const before = shown[charge.index]
    if (!before) return [{ ...charge, to }]
    const isSameEnd = to === (before.to ?? null)
    if (isSameEnd && charge.amount_cents === centsOf(before.dollars)) return []
    return [isSameEnd || charge.amount_cents === null ? charge : { ...charge, to }]
  })
}

/** Moves field errors to the rows that are shown, because an error numbers only the charges that were sent. */
export function atShownRows(error: unknown, rows: readonly number[]): unknown {
  if (!(error instanceof ApiError)) return error
  const details = error.details.map(({ path, ...rest }) => ({
    ...rest,
    path: path.replace(/^charges\[(\d+)\]/, (place, sent) => {
      const row = rows[Number(sent)]
      return row === undefined ? place : `charges[${row}]`
    }),
  }))
  const { status, error: code, message, requestId } = error
  return new ApiError(status, code, message, { requestId, details })
}
