/** Forms with input that is not saved yet: their page is not left without asking, and is not left at all because the session has ended. */
import { useBlocker } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useId } from 'react'

const edited = new Set<string>()

/** The forms of a dialog that hold unsaved input. The dialog looks at them when it is about to close. */
export const UnsavedHere = createContext<Set<string> | undefined>(undefined)

export function hasUnsavedInput(): boolean {
  return edited.size > 0
}

let running = 0

/** Whether something is lost or cut off if the page is left: unsaved input, or work such as a form that is being sent. */
export function holdsWork(): boolean {
  return hasUnsavedInput() || running > 0
}

/** Waits for work that is cut off if the tab is closed or reloaded, which therefore asks first. Other pages may be opened. */
export async function untilDone<Result>(work: Promise<Result>): Promise<Result> {
  running++
  try {
    return await work
  } finally {
    running--
  }
}

/** Asks before a page is left that holds unsaved input, and before a tab is closed that does, or in which something runs. */
export function useAskBeforeLeaving(): void {
  useBlocker({ shouldBlockFn: keepsInput, enableBeforeUnload: holdsWork })
}

/** Whether a page should stay open: asked when another page is about to replace it. A change of the search alone keeps every form. */
function keepsInput({ current, next }: { current: { pathname: string }; next: { pathname: string } }): boolean {
  if (!hasUnsavedInput() || current.pathname === next.pathname) return false
  return !window.confirm('Leave this page? What you typed has not been saved.')
}

/** Returns a function by which a form says whether it holds unsaved input. A form that is gone holds none. */
export function useUnsavedInput(): (isUnsaved: boolean) => void {
  const form = useId()
  const here = useContext(UnsavedHere)
  const set = (isUnsaved: boolean) => {
    for (const forms of [edited, here]) isUnsaved ? forms?.add(form) : forms?.delete(form)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form keeps its ID and its dialog
  useEffect(() => () => set(false), [])
  return set
}
