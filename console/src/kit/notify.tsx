/**
 * Toasts: one sentence that states what was done, with a way to undo it if there is one. They disappear after a few
 * seconds.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sentenceOf } from './notice.tsx'
import { isOutdated } from './outdated-page.ts'

type Toast = {
  text: string
  /** Undoes what was done; resolves when that has happened. */
  undo?: (() => Promise<unknown>) | undefined
  isFailure?: boolean
}

const SHOWN_MS = 5_000
/** A toast with an action, or with a reason, takes longer to read and decide on. */
const SHOWN_LONGER_MS = 10_000

let current: Toast | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function notify(text: string, more: Omit<Toast, 'text'> = {}): void {
  set({ text, ...more })
  hideLater()
}

/** Returns the function that tells a failure of a call that no form makes. A page that is outdated is read again. */
export function useTellFailure(): (failure: unknown) => void {
  const queries = useQueryClient()
  return failure => {
    notify(sentenceOf(failure), { isFailure: true })
    if (isOutdated(failure)) void queries.invalidateQueries()
  }
}

/** Returns the function that makes a call without a form: a toast says so if it fails. */
export function useAtOnce(): (call: () => Promise<unknown>) => Promise<void> {
  const onError = useTellFailure()
  const { mutateAsync } = useMutation({ mutationFn: (call: () => Promise<unknown>) => call(), onError })
  return async call => {
    await mutateAsync(call).catch(() => {})
  }
}

export function Notifications() {
  const toast = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  const atOnce = useAtOnce()
  return (
    // A dialog hides the rest of the page from screen readers, but nothing that is marked as live.
    <div
      role="status"
      aria-live="polite"
      className="no-print pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4"
    >
      {toast && (
        <div
          // Otherwise a dialog takes it for a click outside, and closes.
          onPointerDown={event => event.stopPropagation()}
          onPointerEnter={() => clearTimeout(timer)}
          onPointerLeave={hideLater}
          className="rises pointer-events-auto flex min-h-10 items-center gap-3 rounded-lg bg-ink px-4 py-1 text-[13px] text-canvas shadow-raised"
        >
          <p>{toast.text}</p>
          {toast.undo && (
            <button
              type="button"
              onClick={() => takeBack(toast, atOnce)}
              onFocus={() => clearTimeout(timer)}
              onBlur={hideLater}
              className="-mr-2 min-h-7 rounded px-2 font-medium underline underline-offset-2 hover:no-underline focus-visible:outline-canvas"
            >
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  )
}

async function takeBack({ undo }: Toast, atOnce: ReturnType<typeof useAtOnce>): Promise<void> {
  set({ text: 'Undoing…' })
  clearTimeout(timer)
  await atOnce(async () => {
    await undo?.()
    notify('Undone')
  })
}

function hideLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => set(undefined), current?.undo || current?.isFailure ? SHOWN_LONGER_MS : SHOWN_MS)
}

function set(toast: Toast | undefined): void {
  current = toast
  for (const listener of listeners) listener()
}
