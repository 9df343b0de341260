/** Clicks on what darkens the page behind a dialog, which close it. */
import { type ComponentProps, useRef } from 'react'

/**
 * Returns the handlers of the overlay of a dialog, which may contain the dialog. Many people double-click buttons, and the second click arrives after
 * the first one has opened the dialog: it neither closes the dialog nor presses a button in it. `detail` counts the clicks as the system of the
 * member does. A press that begins in the dialog, as when text is selected, does not close it either.
 */
export function useScrim(onClickOutside: () => void): ComponentProps<'div'> {
  const pressed = useRef<EventTarget>(undefined)
  return {
    onMouseDownCapture: ({ target, detail }) => {
      if (detail < 2) pressed.current = target
    },
    onClickCapture: event => {
      if (event.detail < 2 || pressed.current) return
      event.preventDefault()
      event.stopPropagation()
    },
    onClick: ({ target, currentTarget }) => {
      if (target === currentTarget && pressed.current === target) onClickOutside()
    },
  }
}
