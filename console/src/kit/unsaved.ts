/** Forms in which something was typed that is not saved yet: no page is left for another without asking, and none because the session has ended. */
import { useEffect, useId } from 'react'

const edited = new Set<string>()

export function hasUnsavedInput(): boolean {
  return edited.size > 0
}

/** Whether a page should stay open: asked when another page is about to replace it. A change of the search alone keeps every form. */
export function keepsInput({ current, next }: { current: { pathname: string }; next: { pathname: string } }): boolean {
  if (!hasUnsavedInput() || current.pathname === next.pathname) return false
  return !window.confirm('Leave this page? What you typed has not been saved.')
}

/** Returns a function by which a form says whether it holds unsaved input. A form that is gone holds none. */
export function useUnsavedInput(): (isUnsaved: boolean) => void {
  const form = useId()
  useEffect(() => () => void edited.delete(form), [form])
  return isUnsaved => void (isUnsaved ? edited.add(form) : edited.delete(form))
}
