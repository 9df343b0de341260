/** Toasts: one sentence that says what was done, gone after five seconds. */
import { useSyncExternalStore } from 'react'

let current: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function notify(text: string): void {
  set(text)
  clearTimeout(timer)
  timer = setTimeout(() => set(undefined), 5_000)
}

export function Notifications() {
  const text = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4">
      {text && <p className="rounded-lg bg-ink px-4 py-2 text-[13px] text-canvas shadow-raised">{text}</p>}
    </div>
  )
}

function set(text: string | undefined): void {
  current = text
  for (const listener of listeners) listener()
}
