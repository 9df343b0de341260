/**
 * Toasts: one sentence that states what was done, with a way to undo it if there is one. They disappear after a few
 * seconds.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
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
/** How often something was undone, which tells one undoing from the next. */
let undone = 0
const listeners = new Set<() => void>()

export function notify(text: string, more: Omit<Toast, 'text'> = {}): void {
  set({ text, ...more })
  hideLater()
}

/** Removes what is shown, which the next member who signs in should neither read nor undo. */
export function clearToast(): void {
  clearTimeout(timer)
  set(undefined)
}

/** Returns a function that shows the failure of a call that no form makes, and reads the page again if it is outdated. */
export function useShowFailure(): (failure: unknown) => void {
  const queries = useQueryClient()
  return failure => {
    notify(sentenceOf(failure), { isFailure: true })
    if (isOutdated(failure)) void queries.invalidateQueries()
  }
}

type RunAction = (call: () => Promise<unknown>, button?: string) => Promise<void>

/**
 * Returns a function that makes the call of a button outside a form. If the call fails, a toast says why. A second click does nothing while the first
 * call is running; `button` names the button if several share the function.
 */
export function useRunAction(): RunAction {
  return useAction().runAction
}

/** Returns the function of `useRunAction`, and whether a call is running. */
export function useAction(): { isRunning: boolean; runAction: RunAction } {
  const onError = useShowFailure()
  // A mutation, so that a refusal that ends the session leads to the sign-in.
  const { mutateAsync } = useMutation({ mutationFn: (call: () => Promise<unknown>) => call(), onError })
  const running = useRef(new Set<string>())
  const [isRunning, setRunning] = useState(false)
  const runAction: RunAction = async (call, button = '') => {
    if (running.current.has(button)) return
    running.current.add(button)
    setRunning(true)
    await mutateAsync(call).catch(() => {})
    running.current.delete(button)
    setRunning(running.current.size > 0)
  }
  return { isRunning, runAction }
}

/** The dialogs that are open, the topmost last. */
let dialogs: readonly object[] = []

/** The toasts of the page. */
export function Notifications() {
  const toast = useStore(() => current)
  const isInDialog = useStore(() => isShownIn(dialogs.at(-1)))
  return (
    // A dialog hides the rest of the page from screen readers, but nothing that is marked as live.
    <div role="status" aria-live="polite" className={PLACE}>
      {toast && !isInDialog && <ToastBar toast={toast} />}
    </div>
  )
}

/** The toast that can be undone, within the dialog that is open: a dialog holds the focus, so the keyboard reaches the button only here. */
export function DialogNotifications() {
  const [dialog] = useState(() => ({}))
  const toast = useStore(() => (isShownIn(dialog) ? current : undefined))
  useEffect(() => {
    setDialogs([...dialogs, dialog])
    return () => setDialogs(dialogs.filter(other => other !== dialog))
  }, [dialog])
  return (
    <div role="status" aria-live="polite" className={PLACE}>
      {toast && <ToastBar toast={toast} />}
    </div>
  )
}

const PLACE = 'no-print pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4'

function isShownIn(dialog: object | undefined): boolean {
  return dialog !== undefined && dialogs.at(-1) === dialog && current?.undo !== undefined
}

function ToastBar({ toast }: { toast: Toast }) {
  const runAction = useRunAction()
  return (
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
          onClick={() => takeBack(toast, runAction)}
          onFocus={() => clearTimeout(timer)}
          onBlur={hideLater}
          className="-mr-2 min-h-7 rounded px-2 font-medium underline underline-offset-2 hover:no-underline focus-visible:outline-canvas"
        >
          Undo
        </button>
      )}
    </div>
  )
}

/** Undoes what a toast says, once. What another toast says can be undone in the meantime. */
async function takeBack(toast: Toast, runAction: RunAction): Promise<void> {
  if (current !== toast) return
  set({ text: 'Undoing…' })
  clearTimeout(timer)
  undone += 1
  await runAction(async () => {
    await toast.undo?.()
    notify('Undone')
  }, `${undone}`)
}

function hideLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => set(undefined), current?.undo || current?.isFailure ? SHOWN_LONGER_MS : SHOWN_MS)
}

function set(toast: Toast | undefined): void {
  current = toast
  for (const listener of listeners) listener()
}

function setDialogs(open: readonly object[]): void {
  dialogs = open
  for (const listener of listeners) listener()
}

function useStore<Value>(read: () => Value): Value {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
}
