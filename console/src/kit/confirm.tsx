/** A dialog that asks for confirmation before a step that cannot be undone. */
import type { ReactNode } from 'react'
import { Form } from './form.tsx'
import { Dialog } from './overlay.tsx'

export function Confirm({
  title,
  action,
  isOpen,
  onClose,
  run,
  onDone,
  children,
}: {
  title: string
  /** The text of the button. */
  action: string
  isOpen: boolean
  onClose: () => void
  /** Makes the change. The Idempotency-Key stays the same while nobody knows whether the change was stored. */
  run: (idempotencyKey: string) => Promise<unknown>
  /** Called when `run` has succeeded, unless the member closed the dialog in the meantime. */
  onDone?: () => unknown
  children: ReactNode
}) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Form
        submit={action}
        danger
        onCancel={onClose}
        send={(_, key) => run(key)}
        onSent={() => {
          onClose()
          return onDone?.()
        }}
      >
        <div className="text-soft">{children}</div>
      </Form>
    </Dialog>
  )
}
