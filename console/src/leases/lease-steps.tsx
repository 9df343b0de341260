/** The steps a lease allows now: the likely ones as buttons, the others in a menu. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { Button, buttonClass } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { todayIn } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { Dialog, Menu, MenuItem } from '../kit/overlay.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { formOf, type LeaseStep, STEP_FORMS } from './lease-step-forms.tsx'

export function LeaseSteps({ lease }: { lease: LeaseDetail }) {
  const { id } = useOrganization()
  const [open, setOpen] = useState<LeaseStep>()
  const allowed = (Object.keys(STEP_FORMS) as LeaseStep[]).filter(step => lease.allowed_steps.includes(step))
  const isLikely = (step: LeaseStep) => {
    if (step === 'MOVE_IN') return lease.move_in_date === null
    if (step === 'END') return allowed.length === 1
    if (step === 'CHANGE_CHARGES') return !lease.allowed_steps.includes('EDIT')
    return ['SEND', 'SIGN', 'RENEW', 'CANCEL_NOTICE', 'CANCEL_EVICTION'].includes(step)
  }
  const likely = allowed.filter(isLikely)
  const others = allowed.filter(step => !likely.includes(step))
  return (
    <>
      {likely.map((step, place) => (
        <Button key={step} look={place === 0 && step !== 'END' ? 'primary' : 'secondary'} onClick={() => setOpen(step)}>
          {formOf(step, lease).text}
        </Button>
      ))}
      {lease.allowed_steps.includes('EDIT') && (
        <Link
          to="/$organization/leases/$lease/edit"
          params={{ organization: id, lease: lease.lease_id }}
          className={buttonClass('secondary')}
        >
          Edit draft
        </Link>
      )}
      {others.length > 0 && (
        <Menu
          label="More steps"
          trigger={
            <Button>
              More steps <Icon name="chevron" />
            </Button>
          }
        >
          {others.map(step => (
            <MenuItem key={step} onSelect={() => setOpen(step)} danger={formOf(step, lease).danger ?? false}>
              {formOf(step, lease).text}
            </MenuItem>
          ))}
        </Menu>
      )}
      {open && <StepDialog lease={lease} step={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function StepDialog({ lease, step, onClose }: { lease: LeaseDetail; step: LeaseStep; onClose: () => void }) {
  const { keyed, timeZone } = useOrganization()
  const changed = useChanged()
  const today = todayIn(timeZone)
  const { text, about, done, danger = false, wide = false, fields, send } = formOf(step, lease)
  return (
    <Dialog title={text} about={about} isOpen onClose={onClose} wide={wide}>
      <Form
        submit={text}
        danger={danger}
        onCancel={onClose}
        send={async (values, idempotencyKey) => {
          await send(keyed(idempotencyKey), lease.lease_id, values, { lease, today, timeZone })
          await changed(typeof done === 'string' ? done : done(values, today))
          onClose()
        }}
      >
        {fields?.({ lease, today })}
      </Form>
    </Dialog>
  )
}
