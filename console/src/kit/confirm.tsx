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
  children,
}: {
  title: string
  /** The text of the button. */
  action: string
  isOpen: boolean
  onClose: () => void
  run: () => Promise<unknown>
  children: ReactNode
}) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Form
        submit={action}
        danger
        onCancel={onClose}
        send={async () => {
          await run()
          onClose()
        }}
      >
        <div className="text-soft">{children}</div>
      </Form>
    </Dialog>
  )
}
