/** The form of a new invoice: its lease, its dates and its charges. */
import { useState } from 'react'
import { addRow, ROW } from '../kit/added-row.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { FieldRow, TextField } from '../kit/form.tsx'
import { Icon } from '../kit/icons.tsx'
import { FormDialog } from '../records/form-dialog.tsx'
import { LeaseField, LeaseResidentField } from '../records/lease-field.tsx'
import { useExistingLease } from '../records/lease-picker.tsx'
import { useOrganization } from '../session/me.ts'
import { ChargeFields } from './charge-fields.tsx'
import { lineField, lineOf } from './invoice-lines.ts'

export function CreateInvoice({ lease_id, onClose }: { lease_id: string | undefined; onClose: () => void }) {
  const { today } = useOrganization()
  const [chosen, setChosen] = useState<string>()
  const [lines, setLines] = useState([0])
  const fixed = useExistingLease(lease_id)
  const leaseId = fixed ?? chosen
  return (
    <FormDialog
      title="New invoice"
      onClose={onClose}
      wide
      submit="Create invoice"
      save={async (values, client) => {
        const invoice = await client.createInvoice({
          lease_id: leaseId ?? '',
          resident_id: values.optional('resident_id'),
          issue_date: values.optional('issue_date'),
          due_date: values.optional('due_date'),
          period_start: values.optional('period_start'),
          period_end: values.optional('period_end'),
          lines: lines.map((_, place) => lineOf(values, place)),
          is_draft: values.isSet('is_draft'),
        })
        return {
          toast: `Invoice #${invoice.number} created`,
          open: {
            to: '/$organization/invoices/$invoice',
            params: { invoice: invoice.invoice_id },
          },
        }
      }}
    >
      <LeaseField fixed={fixed} chosen={chosen} onChoose={setChosen} />
      <LeaseResidentField leaseId={leaseId} label="Addressed to" none="Primary resident" />
      {lines.map((line, place) => (
        <Line
          key={line}
          place={place}
          onRemove={lines.length > 1 ? () => setLines(lines.filter(other => other !== line)) : undefined}
        />
      ))}
      <div>
        <Button
          size="small"
          onClick={({ currentTarget }) =>
            addRow(currentTarget.closest('form'), () => setLines([...lines, Math.max(...lines) + 1]))
          }
        >
          <Icon name="plus" /> Add charge
        </Button>
      </div>
      <FieldRow>
        <TextField name="issue_date" label="Issued" type="date" defaultValue={today} required />
        <TextField name="due_date" label="Due" type="date" defaultValue={today} required />
      </FieldRow>
      <FieldRow>
        <TextField name="period_start" label="Period start" type="date" />
        <TextField name="period_end" label="Period end" type="date" />
      </FieldRow>
      <label className="flex items-center gap-2.5">
        <input type="checkbox" name="is_draft" />
        Save as a draft: nothing is owed until you issue it
      </label>
    </FormDialog>
  )
}

function Line({ place, onRemove }: { place: number; onRemove: (() => void) | undefined }) {
  return (
    <fieldset {...ROW} className="flex min-w-0 flex-col gap-3 rounded-md border p-3">
      <legend className="sr-only">Charge {place + 1}</legend>
      {onRemove && (
        <div className="-mb-2 flex justify-end">
          <IconButton label={`Remove charge ${place + 1}`} onClick={onRemove}>
            <Icon name="close" />
          </IconButton>
        </div>
      )}
      <ChargeFields nameOf={lineField(place)} />
    </fieldset>
  )
}
