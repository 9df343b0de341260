/** The steps a lease allows now: the one that is likely next, its money, and everything else in a menu. */
import { useRef, useState } from 'react'
import type { LeaseDetail } from '#client/console.ts'
import { Button, buttonClass, MenuButton } from '../kit/button.tsx'
import { daysAfter } from '../kit/format.ts'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { MoneyButtons } from '../money/money-buttons.tsx'
import { FormDialog } from '../records/form-dialog.tsx'
import { PageLink } from '../records/page-link.tsx'
import { useStepCheck } from '../records/use-edit.ts'
import { useOrganization } from '../session/me.ts'
import { formOf, type LeaseStep, STEP_FORMS } from './lease-step-forms.tsx'
import { REPLACED } from './replaced-by-step.ts'

/** A term that ends within this many days is due for renewal. */
const RENEWAL_DAYS = 90

export function LeaseSteps({ lease }: { lease: LeaseDetail }) {
  const { today } = useOrganization()
  const [open, setOpen] = useState<LeaseStep>()
  const allowed = (Object.keys(STEP_FORMS) as LeaseStep[]).filter(step => lease.allowed_steps.includes(step))
  const first = firstStep(lease, today)
  const primary = first && allowed.includes(first) ? first : undefined
  const others = allowed.filter(step => step !== primary)
  const hasMoney = lease.status !== 'DRAFT' && lease.status !== 'PENDING_SIGNATURE' && lease.status !== 'CANCELLED'
  const canEdit = lease.allowed_steps.includes('EDIT')
  return (
    <>
      {primary && (
        <Button look="primary" onClick={() => setOpen(primary)}>
          {formOf(primary, lease, today).text}
        </Button>
      )}
      {hasMoney && <MoneyButtons leaseId={lease.lease_id} look={primary ? 'secondary' : 'primary'} />}
      {canEdit && (
        <PageLink
          to="/$organization/leases/$lease/edit"
          params={{ lease: lease.lease_id }}
          className={buttonClass('secondary')}
        >
          Edit draft
        </PageLink>
      )}
      {others.length > 0 && (
        <Menu trigger={<MenuButton>More steps</MenuButton>}>
          {others.map(step => (
            <MenuItem key={step} onSelect={() => setOpen(step)} danger={formOf(step, lease, today).danger ?? false}>
              {formOf(step, lease, today).text}
            </MenuItem>
          ))}
        </Menu>
      )}
      {open && <StepDialog lease={lease} step={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** The step that moves the lease on, if there is one; otherwise its money comes first. */
function firstStep(
  { status, move_in_date, deposit_held_cents, open_deposit_cents, end_date, allowed_steps }: LeaseDetail,
  today: string,
): LeaseStep | undefined {
  if (status === 'DRAFT') return 'SEND'
  if (status === 'PENDING_SIGNATURE') return 'SIGN'
  if (status === 'ACTIVE' && (move_in_date === null || move_in_date > today)) return 'MOVE_IN'
  if (status === 'ENDED' && open_deposit_cents > 0) return 'WAIVE_DEPOSIT'
  if (status === 'ENDED' && deposit_held_cents > 0) return 'WITHHOLD_DEPOSIT'
  // A renewal that can be canceled is a next term that is agreed already.
  if (status !== 'ACTIVE' || end_date === null || allowed_steps.includes('CANCEL_RENEWAL')) return undefined
  return end_date <= daysAfter(today, RENEWAL_DAYS) ? 'RENEW' : undefined
}

function StepDialog({ lease: now, step, onClose }: { lease: LeaseDetail; step: LeaseStep; onClose: () => void }) {
  const { client, timeZone, today } = useOrganization()
  // Only what the member changed in the form is sent, even if someone else has changed the lease since.
  const [lease] = useState(now)
  const { current: kept } = useRef({})
  const { text, about, done, danger = false, wide = false, fields, send, undo } = formOf(step, lease, today)
  const { lease_id } = lease
  const check = useStepCheck(lease, () => client.getLease({ lease_id }), REPLACED[step])
  return (
    <FormDialog
      title={text}
      about={about}
      onClose={onClose}
      wide={wide}
      danger={danger}
      save={async (values, client) => {
        await check(values)
        await send(client, lease_id, values, { lease, today, timeZone, kept })
        const toast = typeof done === 'string' ? done : done(values, today)
        return undo ? { toast, undo: () => undo(client, lease_id, values) } : toast
      }}
    >
      {fields?.({ lease, today })}
    </FormDialog>
  )
}
