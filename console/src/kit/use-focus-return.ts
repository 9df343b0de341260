/** Where the focus goes when a dialog closes, or when another page is shown. Radix returns it only to a trigger of its own, which no dialog here has. */
import { useState } from 'react'

/**
 * Returns the handler for a dialog that closes: the focus returns to what had it when the dialog was opened. If that is gone or out of use, or if the
 * URL opened the dialog, the title of the page gets it.
 */
export function useFocusReturn(): () => void {
  const [opener] = useState(focused)
  return () => {
    // The page that the dialog opened may already have given the focus to its title.
    if (document.activeElement !== document.body) return
    opener?.focus()
    if (document.activeElement === document.body) focusTitle()
  }
}

/** A screen reader reads the title, and so announces the page. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** What has the focus, or the button of the menu that has it: the menu closes when it opens a dialog. */
function focused(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null
  const menu = active?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}
