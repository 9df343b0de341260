/** The steps of a unit: list or unlist it, set its market rent, take it offline or back online, retire it. */
import { useState } from 'react'
import type { UnitDetail } from '#client/console.ts'
import { Button, MenuButton } from '../kit/button.tsx'
import { centsOf } from '../kit/cents.ts'
import { DollarsField } from '../kit/dollars.tsx'
import { FieldRow, TextField } from '../kit/form.tsx'
import { newIdempotencyKey } from '../kit/idempotency-key.ts'
import { useAction } from '../kit/notify.tsx'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { NO_VALUES, type Values } from '../kit/values.ts'
import { FormDialog } from '../records/form-dialog.tsx'
import { type Replaces, useStepCheck } from '../records/use-edit.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { EditUnit } from './unit-form.tsx'

type Step = UnitDetail['allowed_steps'][number]
type StepForm = {
  text: string
  about: string
  done: string
  danger?: true
  /** The step that undoes this one. */
  inverse?: Step
  fields?: (unit: UnitDetail, today: string) => React.ReactNode
  /** What the step replaces if someone else stores it in the meantime. */
  replaces?: Replaces<UnitDetail>
  send: (client: OrganizationClient, unit_id: string, values: Values) => Promise<unknown>
}

const FORMS: Record<Step, StepForm> = {
  LIST: {
    text: 'List unit',
    about: 'The unit is advertised whenever it is vacant.',
    done: 'Unit listed',
    inverse: 'UNLIST',
    send: (client, unit_id) => client.listUnit({ unit_id }),
  },
  UNLIST: {
    text: 'Unlist unit',
    about: 'The unit is no longer advertised, even when it is vacant.',
    done: 'Unit unlisted',
    inverse: 'LIST',
    send: (client, unit_id) => client.unlistUnit({ unit_id }),
  },
  SET_RATE: {
    text: 'Set market rent',
    about: 'The rent applies from the day you choose. Earlier days keep the rent that applied then.',
    done: 'Market rent set',
    replaces: { market_rent_cents: (unit, values) => rentOn(unit, values.text('effective_on')) },
    fields: (unit, today) => (
      <>
        <FieldRow>
          <DollarsField
            name="market_rent_cents"
            label="Market rent in dollars"
            cents={unit.market_rent_cents}
            required
          />
          <TextField name="effective_on" label="From" type="date" defaultValue={today} required />
        </FieldRow>
        <TextField name="unit_type" label="Floor plan" maxLength={100} hint="Leave empty to keep it." />
      </>
    ),
    send: (client, unit_id, values) =>
      client.setUnitRate({
        unit_id,
        effective_on: values.text('effective_on'),
        market_rent_cents: centsOf(values.text('market_rent_cents')),
        unit_type: values.optional('unit_type'),
      }),
  },
  SET_OFFLINE: {
    text: 'Take unit offline',
    about: 'On these days the unit can be neither occupied nor leased.',
    done: 'Unit taken offline',
    fields: (_, today) => (
      <>
        <TextField name="reason" label="Reason" maxLength={200} required />
        <FieldRow>
          <TextField name="starts_on" label="First day" type="date" defaultValue={today} required />
          <TextField name="ends_on" label="Last day" type="date" hint="Leave empty if it is not known yet." />
        </FieldRow>
      </>
    ),
    send: (client, unit_id, values) =>
      client.setUnitOffline({
        unit_id,
        reason: values.text('reason'),
        starts_on: values.text('starts_on'),
        ends_on: values.orNull('ends_on'),
      }),
  },
  END_OFFLINE: {
    text: 'Bring unit back online',
    about: 'The unit stays offline through the day before. Days offline that begin on this day are canceled.',
    done: 'Unit brought back online',
    fields: ({ offline_spans: spans }, today) => {
      const isOffline = spans.some(span => span.starts_on <= today && (span.ends_on ?? today) >= today)
      const next = spans.find(span => span.starts_on > today)?.starts_on
      const first = isOffline ? today : (next ?? today)
      return <TextField name="back_on" label="First day online" type="date" defaultValue={first} required />
    },
    send: (client, unit_id, values) => client.endUnitOffline({ unit_id, back_on: values.text('back_on') }),
  },
  RETIRE: {
    text: 'Retire unit',
    about:
      'The unit leaves the rent roll after its last day in service. To bring it back, clear that day by editing the unit.',
    done: 'Unit retired',
    danger: true,
    fields: (_, today) => (
      <TextField name="last_day" label="Last day in service" type="date" defaultValue={today} required />
    ),
    send: (client, unit_id, values) => client.retireUnit({ unit_id, last_day: values.text('last_day') }),
  },
}

/** The market rent in force on a day. */
function rentOn({ rates }: UnitDetail, day: string): number | null {
  return rates.find(({ effective_from }) => effective_from <= day)?.market_rent_cents ?? null
}

export function UnitSteps({ unit }: { unit: UnitDetail }) {
  const { keyed } = useOrganization()
  const [open, setOpen] = useState<Step | 'EDIT'>()
  const close = () => setOpen(undefined)
  const changed = useChanged()
  const { isRunning, runAction } = useAction()
  const send = (step: Step) => FORMS[step].send(keyed(newIdempotencyKey()), unit.unit_id, NO_VALUES)
  /** A step that a toast can undo needs no dialog. */
  const take = (step: Step) => {
    const { inverse, done } = FORMS[step]
    if (!inverse) return setOpen(step)
    return runAction(async () => {
      await send(step)
      await changed(done, { undo: () => send(inverse) })
    })
  }
  const steps = unit.allowed_steps
  const likely = steps.slice(0, 2)
  return (
    <>
      {likely.map(step => (
        <Button
          key={step}
          // A vacant unit is more likely to be leased next, and one whose resident stays is advertised to nobody.
          look={step === 'LIST' && unit.status === 'NOTICE_UNRENTED' ? 'primary' : 'secondary'}
          disabled={isRunning}
          // The second click of a double click may find the inverse step in the place of this one.
          onClick={({ detail }) => detail < 2 && take(step)}
        >
          {FORMS[step].text}
        </Button>
      ))}
      <Button onClick={() => setOpen('EDIT')}>Edit unit</Button>
      {steps.length > likely.length && (
        <Menu trigger={<MenuButton>More steps</MenuButton>}>
          {steps.slice(likely.length).map(step => (
            <MenuItem key={step} onSelect={() => take(step)} danger={FORMS[step].danger ?? false}>
              {FORMS[step].text}
            </MenuItem>
          ))}
        </Menu>
      )}
      {open === 'EDIT' && <EditUnit unit={unit} onClose={close} />}
      {open && open !== 'EDIT' && <StepDialog unit={unit} step={open} onClose={close} />}
    </>
  )
}

function StepDialog({ unit: now, step, onClose }: { unit: UnitDetail; step: Step; onClose: () => void }) {
  const { text, about, done, danger = false, fields, replaces, send } = FORMS[step]
  const { client, today } = useOrganization()
  // The page may read the unit again while the form is open.
  const [opened] = useState(now)
  const { unit_id } = opened
  const check = useStepCheck(opened, () => client.getUnit({ unit_id }), replaces)
  return (
    <FormDialog
      title={text}
      about={about}
      onClose={onClose}
      danger={danger}
      save={async (values, client) => {
        await check(values)
        await send(client, unit_id, values)
        return done
      }}
    >
      {fields?.(opened, today)}
    </FormDialog>
  )
}
