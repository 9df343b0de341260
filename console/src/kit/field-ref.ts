/** The input of a field, which takes the focus or shows another proposal without being replaced by another input. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

export type FieldRefOptions = {
  /** Whether the field takes the focus when it appears, because it is the next thing the member has to fill in. */
  takesFocus: boolean
  /** What the field proposes. Undefined if it keeps what it showed first. */
  proposed: string | undefined
}

export function useFieldRef({ takesFocus, proposed }: FieldRefOptions): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  useLayoutEffect(() => {
    const input = field.current
    if (!input || proposed === undefined) return
    if (input.value !== proposed) input.value = proposed
    // Someone may be about to type, which replaces the proposal.
    if (document.activeElement === input) input.select()
  }, [proposed])
  return field
}

/**
 * Shows another first value when it changes, such as what another tab has saved, unless something else was typed. By itself, a browser does so only in
 * a field that was empty at first.
 */
export function useFirstValue(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  defaultValue: string | number | null | undefined,
): void {
  const next = String(defaultValue ?? '')
  const earlier = useRef(next)
  useLayoutEffect(() => {
    if (field.current?.value === earlier.current) field.current.value = next
    earlier.current = next
  }, [field, next])
}
