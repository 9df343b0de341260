/** Debounces the text of a field: returns it once typing pauses, so that not every letter makes a call. */
import { useEffect, useState } from 'react'

export function useDebounced(text: string, pauseMs: number): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return paused
}
