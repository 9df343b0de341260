/** Keeps Ctrl-K and what is typed after it while the first page still loads, so that the search opens with it as soon as it is there. */

let typed: string | undefined

document.addEventListener('keydown', keep)

/** Whether the event is the shortcut of the search, Ctrl-K or Cmd-K. */
export function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** What was typed after the shortcut, once; undefined if nobody used it. From now on the page itself listens. */
export function takeEarlyKeys(): string | undefined {
  document.removeEventListener('keydown', keep)
  const taken = typed
  typed = undefined
  return taken
}

function keep(event: KeyboardEvent): void {
  // A page without the search is shown, such as the one to sign in.
  if (document.querySelector('h1')) {
    typed = undefined
  } else if (isFindKey(event)) {
    event.preventDefault()
    typed = ''
  } else if (typed !== undefined && !event.ctrlKey && !event.metaKey) {
    if (event.key === 'Escape') typed = undefined
    else if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
  }
}
