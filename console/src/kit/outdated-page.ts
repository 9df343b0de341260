/** A page that shows what is no longer so, because someone else changed it, is read again. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '#client/errors.ts'

const OUTDATED = [403, 404, 409]

/**
 * A form tells its failures. If one says that the record is gone or in another state than the page shows, or that the member's role no longer allows
 * the step, everything is read again once the form is left: a dialog whose step has become impossible would otherwise disappear together with the
 * reason.
 */
export function useOutdatedPage(): (failure: unknown) => void {
  const queries = useQueryClient()
  const isOutdated = useRef(false)
  useEffect(
    () => () => {
      if (isOutdated.current) void queries.invalidateQueries()
    },
    [queries],
  )
  return failure => {
    isOutdated.current ||= failure instanceof ApiError && OUTDATED.includes(failure.status)
  }
}
