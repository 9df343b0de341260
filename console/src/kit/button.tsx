/** Buttons, and links that look like them. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Icon } from './icons.tsx'

export type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const SHARED =
  'inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-3 font-medium text-[13px] select-none disabled:opacity-55 aria-disabled:opacity-55 '
const LOOKS: Record<Look, string> = {
  primary: 'border-transparent bg-accent-fill text-on-accent hover:brightness-110',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-soft hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-bad-fill text-on-bad hover:brightness-110',
}

export function buttonClass(look: Look = 'secondary', size: 'small' | 'normal' = 'normal'): string {
  return `${SHARED}${LOOKS[look]} ${size === 'small' ? 'min-h-7 px-2.5 py-0.5' : 'min-h-8 py-1'}`
}

/** A button that is disabled while it has the focus keeps it, and does nothing: the browser would take the focus from a disabled one. */
export function Button({
  look = 'secondary',
  size = 'normal',
  className = '',
  disabled = false,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'onFocus' | 'onBlur'> & { look?: Look; size?: 'small' | 'normal' }) {
  const [hasFocus, setFocus] = useState(false)
  const isHeld = disabled && hasFocus
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && !isHeld}
      {...(isHeld && { 'aria-disabled': true })}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onClick={isHeld ? event => event.preventDefault() : onClick}
      className={`${buttonClass(look, size)} ${className}`}
    />
  )
}

/** A button that shows an icon only; `label` is its name. */
export function IconButton({
  label,
  children,
  className = '',
  ...rest
}: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-8 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink ${className}`}
    >
      {children}
    </button>
  )
}

/** The button that opens a menu. */
export function MenuButton({ children, ...button }: ComponentProps<typeof Button>) {
  return (
    <Button {...button}>
      {children} <Icon name="chevron" />
    </Button>
  )
}
