/** Provides today's date in the organization's time zone, and fetches what a page shows again after midnight. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { todayIn } from '../kit/format.ts'
import { reread } from './reread.ts'

/** Checking this often also notices a clock that was set and a laptop that slept, which a single timer for midnight would miss. */
const CHECK_MS = 20_000

/**
 * Returns today's date, `YYYY-MM-DD`. What is overdue, who has moved in and what a lease owes depend on the day, so a new day fetches all that is shown again; in
 * a hidden tab, once the tab is visible.
 */
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
