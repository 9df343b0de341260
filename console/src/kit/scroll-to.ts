/** Scrolling to an element that is highlighted within a box, such as the current page in the menu. */

/**
 * Scrolls the box around the element just so far that the element is in view. `scrollIntoView` does that too, but Tab then continues from that element:
 * on a page that had loaded it skipped the link to the content, and from a field whose list had closed it led nowhere.
 */
export function scrollTo(element: Element | null | undefined): void {
  const box = element && boxAround(element)
  if (!box) return
  const [frame, place] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  if (place.top < frame.top) box.scrollTop -= frame.top - place.top
  else if (place.bottom > frame.bottom) box.scrollTop += place.bottom - frame.bottom
}

/** The closest element around this one that scrolls. */
function boxAround({ parentElement: parent }: Element): Element | undefined {
  if (!parent) return undefined
  const scrolls = parent.scrollHeight > parent.clientHeight && /auto|scroll/.test(getComputedStyle(parent).overflowY)
  return scrolls ? parent : boxAround(parent)
}
