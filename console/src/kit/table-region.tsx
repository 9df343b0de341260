/**
 * The region around a table. If the table fits, its header sticks to the top of the window; if it does not, the region scrolls sideways.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** The class of a header cell, which sticks below whatever is at the top of the window. */
export const STICKY_HEAD =
  'sticky top-14 lg:top-0 z-20 bg-surface shadow-[inset_0_-1px_0_var(--color-line)] first:rounded-tl-lg last:rounded-tr-lg print:static print:shadow-none'

export function TableRegion({
  label,
  isBusy = false,
  children,
}: {
  label: string
  isBusy?: boolean
  children: ReactNode
}) {
  const region = useRef<HTMLElement>(null)
  const [fits, setFits] = useState(true)
  useLayoutEffect(() => {
    const element = region.current!
    // The header would stick to a region that scrolls instead of the window, so the region scrolls only if it must.
    const measure = () => setFits(element.scrollWidth <= element.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={region}
      aria-label={label}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={fits ? undefined : 0}
      className={`relative ${fits ? '' : 'overflow-x-auto print:overflow-visible [&_th]:static'}`}
      aria-busy={isBusy}
    >
      {children}
    </section>
  )
}
