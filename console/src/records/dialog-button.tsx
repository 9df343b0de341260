/** A button that opens a dialog, for those whose role may change something. */
import { type ReactNode, useState } from 'react'
import { Button, type Look } from '../kit/button.tsx'
import { Icon, type IconName } from '../kit/icons.tsx'
import { useOrganization } from '../session/me.ts'

export function DialogButton({
  text,
  label,
  icon,
  look = 'secondary',
  size = 'normal',
  dialog,
}: {
  text: string
  /** What a screen reader says, if the text alone is not enough. */
  label?: string
  icon?: IconName
  look?: Look
  size?: 'small' | 'normal'
  dialog: (close: () => void) => ReactNode
}) {
  const { may } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  if (!may('ADMIN')) return null
  return (
    <>
      <Button look={look} size={size} aria-label={label} onClick={() => setOpen(true)}>
        {icon && <Icon name={icon} />} {text}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

/** The button that adds a record to a list. */
export function NewButton(props: { text: string; dialog: (close: () => void) => ReactNode }) {
  return <DialogButton icon="plus" look="primary" {...props} />
}
