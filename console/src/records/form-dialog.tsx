/** A dialog with a form that makes one change: it stores the values, refetches what is shown, shows a toast and closes. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Form } from '../kit/form.tsx'
import { Dialog } from '../kit/overlay.tsx'
import type { Values } from '../kit/values.ts'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import type { PageAddress } from './page-link.tsx'

export type Saved = {
  toast: string
  /** Makes the call that reverses the change. */
  undo?: (() => Promise<unknown>) | undefined
  /** The page to open, such as that of a new record. */
  open?: PageAddress
}

export function FormDialog({
  title,
  submit = title,
  about,
  wide = false,
  onClose,
  save,
  another,
  ...form
}: {
  title: string
  about?: ReactNode
  wide?: boolean
  /** Closes the dialog; resolves once the URL no longer opens it. */
  onClose: () => unknown
  /** Makes the change with the client of this submission, and resolves with the toast, or with more. */
  save: (values: Values, client: OrganizationClient) => Promise<string | Saved>
  /** A second button, which saves as well and starts the form again: `onSaved` is called before its fields appear again. */
  another?: { submit: string; onSaved: () => void } | undefined
  /** The text of the button, which is the title unless stated. */
  submit?: string
  danger?: boolean
  children: ReactNode
}) {
  const { id, keyed } = useOrganization()
  const changed = useChanged()
  const navigate = useNavigate()
  const [round, setRound] = useState(0)

  async function send(values: Values, idempotencyKey: string) {
    const saved = await save(values, keyed(idempotencyKey))
    const { toast, undo, open }: Saved = typeof saved === 'string' ? { toast: saved } : saved
    await changed(toast, { undo })
    return open
  }

  async function leave(open: PageAddress | undefined) {
    await onClose()
    if (open) await navigate({ ...open, params: { ...open.params, organization: id } } as never)
  }

  function startAgain() {
    another?.onSaved()
    setRound(round + 1)
  }

  return (
    <Dialog title={title} about={about} isOpen onClose={onClose} wide={wide}>
      <Form
        key={round}
        {...form}
        submit={submit}
        onCancel={onClose}
        send={send}
        onSent={leave}
        another={another && { submit: another.submit, onSent: startAgain }}
      />
    </Dialog>
  )
}
