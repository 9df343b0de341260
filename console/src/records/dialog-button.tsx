/** A button that opens a dialog, for members whose role may change something. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Button, type Look } from '../kit/button.tsx'
import { Icon } from '../kit/icons.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'

export function DialogButton({
  text,
  label,
  look = 'secondary',
  size = 'normal',
  dialog,
}: {
  text: string
  /** The label for screen readers, if the text alone is not enough. */
  label?: string
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
        {text}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

/** True around a NewButton that repeats the one at the top of its page, so that the URL opens only one dialog. */
export const Repeated = createContext(false)

/** The URL parameter that opens the dialog of a page's NewButton. */
export const NEW = 'new'

/** The button that adds a record to a list. The URL can open its dialog, so that the action can be started from any page. */
export function NewButton({ text, dialog }: { text: string; dialog: (close: () => void) => ReactNode }) {
  const { may } = useOrganization()
  const { search, change } = useUrlSearch()
  const [isOpen, setOpen] = useState(false)
  const isRepeated = useContext(Repeated)
  if (!may('ADMIN')) return null
  const isAsked = search[NEW] !== undefined && !isRepeated
  const close = () => {
    setOpen(false)
    if (isAsked) void change({ [NEW]: undefined }, { replace: true })
  }
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Icon name="plus" /> {text}
      </Button>
      {(isOpen || isAsked) && dialog(close)}
    </>
  )
}
