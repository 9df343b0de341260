/** Debounces the text of a field: returns it once typing pauses, so that not every letter makes a call. */
import { useEffect, useState } from 'react'

/** The pause in typing after which the service is queried. */
const PAUSE_MS = 90

export function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
