/** The fields that withhold a deposit: the deductions, the amount applied to open invoices, and what remains. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LeaseDetail } from '#client/console.ts'
import { addRow, ROW } from '../kit/added-row.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, TextField } from '../kit/form.tsx'
import { money } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Hint } from '../kit/notice.tsx'
import type { Values } from '../kit/values.ts'
import type { OrganizationClient } from '../session/clients.ts'

const field = (place: number, name: 'description' | 'amount_cents') => `deductions[${place}].${name}`

export function WithholdFields({ lease, today }: { lease: LeaseDetail; today: string }) {
  const { deposit_held_cents: held, credit_cents: credit, open_charges_cents: open } = lease
  // During a rolling restart, an older process may answer without this amount.
  const { owed_charges_cents: owed = open } = lease
  const first = Math.min(held, owed)
  const [rows, setRows] = useState([0])
  const [sums, setSums] = useState({ charged: 0, applied: first })
  const fields = useRef<HTMLDivElement>(null)
  function add() {
    const data = new FormData(fields.current?.closest('form') ?? undefined)
    const amounts = [...data].filter(([name]) => /^deductions.*amount_cents$/.test(name)).map(([, text]) => text)
    const sum = (texts: unknown[]) => texts.reduce<number>((total, text) => total + (centsOf(String(text)) || 0), 0)
    setSums({ charged: sum(amounts), applied: sum([data.get('amount_cents') ?? '']) })
  }
  function remove(row: number) {
    // The amounts are added up from the fields, so those of the row have to be gone.
    flushSync(() => setRows(rows.filter(other => other !== row)))
    add()
  }
  return (
    <div ref={fields} className="flex flex-col gap-4" onInput={add}>
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="pb-2 font-semibold text-[13px]">Deductions</legend>
        {rows.map((row, place) => (
          <div key={row} {...ROW} className="flex items-start gap-3">
            <TextField
              name={field(place, 'description')}
              label={`Deduction ${place + 1}`}
              placeholder="Bedroom carpet"
              maxLength={200}
            />
            <DollarsField name={field(place, 'amount_cents')} label={`Amount ${place + 1} in dollars`} />
            <IconButton
              label={`Remove deduction ${place + 1}`}
              className="mt-6 shrink-0"
              disabled={rows.length === 1}
              onClick={() => remove(row)}
            >
              <Icon name="close" />
            </IconButton>
          </div>
        ))}
        <div>
          <Button size="small" onClick={() => addRow(fields.current, () => setRows([...rows, Math.max(...rows) + 1]))}>
            <Icon name="plus" /> Add deduction
          </Button>
        </div>
      </fieldset>
      <FieldRow>
        <DollarsField
          name="amount_cents"
          label="Applied to open invoices in dollars"
          hint={`The lease already owes ${money(owed)}.`}
          cents={first || null}
        />
        <TextField name="on" label="Withheld on" type="date" defaultValue={today} required />
      </FieldRow>
      <TextField name="memo" label="Memo" maxLength={1_000} />
      <Outcome held={held} credit={credit} {...sums} />
    </div>
  )
}

/** What the step will do with the deposit, updated as the member types. */
function Outcome({ held, credit, charged, applied }: Record<'held' | 'credit' | 'charged' | 'applied', number>) {
  const withheld = Math.min(held, charged + applied)
  const beyond = Math.max(0, charged + applied - held)
  const fromCredit = Math.min(credit, beyond)
  const owed = beyond - fromCredit
  return (
    <Hint tone={owed > 0 ? 'warn' : 'plain'}>
      <div role="status">
        {money(withheld)} of the {money(held)} held is withheld.{' '}
        {fromCredit > 0 && `${money(fromCredit)} is paid from credit. `}
        {owed > 0
          ? `${money(owed)} of the deductions remains owed.`
          : held === withheld
            ? 'Nothing is left to return.'
            : `${money(held - withheld)} is left to return.`}
      </div>
    </Hint>
  )
}

export function withhold(client: OrganizationClient, lease_id: string, values: Values): Promise<unknown> {
  const deductions: { description: string; amount_cents: number }[] = []
  for (let place = 0; values.isSet(field(place, 'description')); place++) {
    const description = values.text(field(place, 'description'))
    const amount = values.text(field(place, 'amount_cents'))
    if (description !== '' || amount !== '') deductions.push({ description, amount_cents: centsOf(amount) })
  }
  const applied = values.optional('amount_cents')
  const amount_cents = applied === undefined || centsOf(applied) === 0 ? undefined : centsOf(applied)
  return client.withholdDeposit({
    lease_id,
    deductions: deductions.length > 0 ? deductions : undefined,
    amount_cents,
    on: values.text('on'),
    memo: values.optional('memo'),
  })
}
