/** Reads a page again that is outdated because someone else changed its record or the member's role. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '#client/errors.ts'
import { isOutcomeUnknown } from './unknown-outcome.ts'

/**
 * Whether a failure says that the record is gone or in another state than the page shows, or that the member's role no longer allows the step, or leaves
 * open whether the page's own change was stored.
 */
export function isOutdated(failure: unknown): boolean {
  return failure instanceof ApiError && ([403, 404, 409, 422].includes(failure.status) || isOutcomeUnknown(failure))
}

/**
 * Returns a function to which a form passes its failures. If the page is outdated, everything is read again once the form is left: a dialog whose
 * step has become impossible would otherwise disappear together with the reason.
 */
export function useOutdatedPage(): (failure: unknown) => void {
  const queries = useQueryClient()
  const hasOutdated = useRef(false)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      if (hasOutdated.current) void queries.invalidateQueries()
    }
  }, [queries])
  return failure => {
    hasOutdated.current ||= isOutdated(failure)
    // The form was closed while its call ran.
    if (hasOutdated.current && isLeft.current) void queries.invalidateQueries()
  }
}
