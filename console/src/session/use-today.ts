/** Today's business date on a page that stands open: after midnight, what is shown is read again. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { todayIn } from '../kit/format.ts'
import { reread } from './reread.ts'

/** A clock that was set, and a laptop that slept, are noticed as well, which one timer for midnight would not do. */
const CHECK_MS = 20_000

/** What is overdue, who has moved in and what a lease owes depend on the day, so all that is shown is read again; in a hidden tab, once it is looked at. */
export function useToday(
  { organization_id: id, time_zone: timeZone } = { organization_id: '', time_zone: 'UTC' },
): string {
  const queries = useQueryClient()
  const today = useSyncExternalStore(listen, () => todayIn(timeZone))
  const shown = useRef({ id, timeZone, today })
  useEffect(() => {
    const before = shown.current
    shown.current = { id, timeZone, today }
    if (before.id === id && before.timeZone === timeZone && before.today !== today) {
      void reread(queries, id, document.visibilityState === 'hidden')
    }
  }, [queries, id, timeZone, today])
  return today
}

function listen(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_MS)
  addEventListener('focus', onChange)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', onChange)
  }
}
