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
  dialog: ShownDialog
}) {
  const { may } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const repeat = useContext(Repeated)
  if (!may('ADMIN')) return null
  return (
    <>
      <Button look={look} size={size} aria-label={label} onClick={() => (repeat ? repeat(dialog) : setOpen(true))}>
        {text}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

type ShownDialog = (close: () => unknown) => ReactNode

/** Shows the dialog of a button that repeats one at the top of its page, in a place that stays. Undefined around any other button. */
const Repeated = createContext<((dialog: ShownDialog) => void) | undefined>(undefined)

/**
 * For a list without rows: `repeat` repeats a button of the page in it, and `dialog` is the dialog of that button, which belongs outside of the list.
 * The first row takes the place of the button while the dialog may still have to say what it did, or to open the page of the record.
 */
export function useRepeatedButton(): { repeat: (button: ReactNode) => ReactNode; dialog: ReactNode } {
  const [shown, setShown] = useState<ShownDialog>()
  return {
    repeat: button => <Repeated value={dialog => setShown(() => dialog)}>{button}</Repeated>,
    dialog: shown?.(() => setShown(undefined)),
  }
}

/** The URL parameter that opens the dialog of a page's NewButton. */
export const NEW = 'new'

/** The button that adds a record to a list. The URL can open its dialog, so that the action can be started from any page. */
export function NewButton({ text, dialog }: { text: string; dialog: ShownDialog }) {
  const { may } = useOrganization()
  const { search, change } = useUrlSearch()
  const [isOpen, setOpen] = useState(false)
  const repeat = useContext(Repeated)
  if (!may('ADMIN')) return null
  const isAsked = search[NEW] !== undefined && !repeat
  // A page that is opened next comes after a URL that does not open the dialog again when the member goes back.
  const close = async () => {
    setOpen(false)
    if (isAsked) await change({ [NEW]: undefined }, { replace: true })
  }
  return (
    <>
      <Button look="primary" onClick={() => (repeat ? repeat(dialog) : setOpen(true))}>
        <Icon name="plus" /> {text}
      </Button>
      {(isOpen || isAsked) && dialog(close)}
    </>
  )
}
