/**
 * Keeps the focus of the keyboard on the page. When the control that has it disappears, as `Clear filters` does once there are none, the browser gives
 * it to nothing, and a screen reader starts over at the top of the page.
 */
import { focusTitle } from '../kit/use-focus-return.ts'

const CONTROLS =
  ':is(a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"])'

/** The ref of the element in which the focus is kept. Dialogs and menus are outside it and return the focus themselves. */
export function keepFocus(element: HTMLElement | null) {
  if (!element) return
  let last: Element | undefined
  // After a click, nobody looks for the focus, and a field that got it would open the keyboard of a phone.
  const note = ({ target }: FocusEvent) => {
    last = target instanceof Element && target.matches(':focus-visible') ? target : undefined
  }
  const observer = new MutationObserver(changes => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const removal = changes.find(({ removedNodes }) => [...removedNodes].some(node => node.contains(last as Element)))
    if (removal) focusNear(removal, element)
  })
  observer.observe(element, { childList: true, subtree: true })
  element.addEventListener('focusin', note)
  return () => {
    observer.disconnect()
    element.removeEventListener('focusin', note)
  }
}

/** What took the place of the control gets the focus, or else the next one after it, or the last one before it; of several ancestors, the nearest counts. */
function focusNear({ target, previousSibling }: MutationRecord, within: HTMLElement): void {
  for (let near = target as Element | null; near && within.contains(near); near = near.parentElement) {
    const controls = [...near.querySelectorAll<HTMLElement>(CONTROLS)].filter(control =>
      control.checkVisibility({ visibilityProperty: true }),
    )
    const isAfter = (control: Node) =>
      !previousSibling?.isConnected ||
      (!previousSibling.contains(control) &&
        (previousSibling.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    const next = controls.find(isAfter) ?? controls.at(-1)
    next?.focus({ preventScroll: true })
    if (document.activeElement === next) return
  }
  focusTitle()
}
