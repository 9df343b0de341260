/**
 * A list of choices that is searched by typing: the combobox of the ARIA Authoring Practices, with the focus in its field. The list is fixed
 * to the window, so that neither a dialog nor a table cuts it off.
 */
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icons.tsx'
import { type Choice, matching } from './matching.ts'

/** More rows than that are searched for, not scrolled through. */
const MAX_SHOWN = 100
const MAX_LIST_HEIGHT = 288

export type ComboboxProps = {
  id: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  /** The text of choosing nothing, if that is allowed. */
  none?: string | undefined
  required?: boolean
  disabled?: boolean
  placeholder?: string | undefined
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

export function Combobox({ id, choices, value, onChange, none, placeholder = 'Search…', ...field }: ComboboxProps) {
  const list = useId()
  const [isOpen, setOpen] = useState(false)
  /** What was typed since the list opened; undefined until then. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const offered = none === undefined ? choices : [{ value: '', text: none }, ...choices]
  const found = matching(offered, typed ?? '')
  const shown = found.slice(0, MAX_SHOWN)
  const chosen = offered.find(choice => choice.value === value)

  const open = () => {
    if (isOpen) return
    setOpen(true)
    setTyped(undefined)
    setActive(
      Math.max(
        0,
        offered.findIndex(choice => choice.value === value),
      ),
    )
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
  }
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    close()
    if (choice.value !== value) onChange(choice.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1
    const moves: Record<string, number> = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      PageDown: Math.min(active + 8, last),
      PageUp: Math.max(active - 8, 0),
    }
    if (event.key in moves) {
      event.preventDefault()
      if (isOpen) setActive(moves[event.key] as number)
      else open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Escape' && isOpen) {
      close()
    }
  }

  return (
    <>
      <input
        {...field}
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[active] ? `${list}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        className="field picks"
        placeholder={placeholder}
        value={typed ?? chosen?.text ?? ''}
        onChange={event => {
          setOpen(true)
          setTyped(event.target.value)
          setActive(0)
        }}
        onClick={open}
        onFocus={event => event.target.select()}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <List id={list} field={id} active={active} note={noteOn(found.length, typed)}>
          {shown.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is served by the field, which keeps the focus
            <div
              key={choice.value}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={choice.value === value}
              onClick={() => choose(choice)}
              onPointerMove={() => setActive(index)}
              className={`flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 ${index === active ? 'bg-hover' : ''}`}
            >
              <span className={`min-w-0 flex-1 break-words ${choice.value === '' ? 'text-soft' : ''}`}>
                {choice.text}
              </span>
              {choice.about && <span className="text-[12px] text-soft">{choice.about}</span>}
              {choice.value === value && <Icon name="check" className="text-accent" />}
            </div>
          ))}
        </List>
      )}
    </>
  )
}

function noteOn(found: number, typed: string | undefined): string | undefined {
  if (found === 0) return typed ? `Nothing matches “${typed}”.` : 'There is nothing to choose from yet.'
  return found > MAX_SHOWN ? `Type to find any of ${found.toLocaleString('en-US')}.` : undefined
}

/** The list below its field, or above it where there is more room. */
function List({
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
    // Whatever scrolls takes the field along.
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [field])
  useLayoutEffect(() => {
    list.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView({ block: 'nearest' })
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
