/** Whether the window is too narrow for the columns that tables show from its medium width on. */
import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(width < 48rem)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(listen, () => narrow.matches)
}

function listen(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}
