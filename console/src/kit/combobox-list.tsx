/** The list of a combobox: fixed to the window, so that neither a dialog nor a table cuts it off. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { scrollTo } from './scroll-to.ts'

const MAX_LIST_HEIGHT = 288

/** The list below its field, or above it where there is more room. */
export function ComboboxList({
  id,
  field,
  active,
  note,
  children,
}: {
  id: string
  field: string
  active: number
  note: string | undefined
  children: ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const at = document.getElementById(field)?.getBoundingClientRect()
      if (!at || !list.current) return
      const below = window.innerHeight - at.bottom - 12
      const isAbove = below < 200 && at.top > below
      const room = isAbove ? at.top - 12 : below
      Object.assign(list.current.style, {
        left: `${Math.max(8, Math.min(at.left, window.innerWidth - Math.max(at.width, 240) - 8))}px`,
        minWidth: `${Math.max(at.width, 240)}px`,
        maxHeight: `${Math.min(MAX_LIST_HEIGHT, room)}px`,
        top: isAbove ? '' : `${at.bottom + 4}px`,
        bottom: isAbove ? `${window.innerHeight - at.top + 4}px` : '',
      })
    }
    place()
    // When anything scrolls, the field moves with it.
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [field])
  useLayoutEffect(() => {
    scrollTo(list.current?.querySelectorAll('[role=option]')[active])
  }, [active])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler keeps the focus in the field
    <div
      ref={list}
      role="presentation"
      onMouseDown={event => event.preventDefault()}
      className="appears fixed z-50 max-w-[min(420px,calc(100vw-16px))] overflow-y-auto rounded-lg border bg-raised p-1 text-[13px] text-ink shadow-raised"
    >
      <div id={id} role="listbox" aria-label="Choices" tabIndex={-1}>
        {children}
      </div>
      {note && <p className="px-2 py-1.5 text-soft">{note}</p>}
    </div>
  )
}
