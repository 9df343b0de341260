/** Dialogs and menus, built on Radix: focus stays inside, Escape closes them, and focus returns to where it was. */
import * as RadixDialog from '@radix-ui/react-dialog'
import * as RadixMenu from '@radix-ui/react-dropdown-menu'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { DialogNotifications } from './notify.tsx'
import { UnsavedHere } from './unsaved.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useScrim } from './use-scrim.ts'

export function Dialog({ isOpen, ...dialog }: DialogProps & { isOpen: boolean }) {
  return isOpen && <OpenDialog {...dialog} />
}

type DialogProps = {
  title: string
  about?: ReactNode
  onClose: () => void
  children: ReactNode
  wide?: boolean
  /** Whether a click outside leaves the dialog open and Escape asks first, because its text is shown only once. */
  sticky?: boolean
}

function OpenDialog({ title, about, onClose, children, wide = false, sticky = false }: DialogProps) {
  const { current: unsaved } = useRef(new Set<string>())
  const content = useRef<HTMLDivElement>(null)
  const returnFocus = useFocusReturn()
  // A click outside, which may be a slip, does not discard what was typed.
  const scrim = useScrim(() => !sticky && unsaved.size === 0 && onClose())
  // A form that is read first takes the focus from its dialog when it arrives. A form that begins again takes it, too: it was lost with the form before.
  useEffect(() => {
    const hasFocus = [content.current, document.body].includes(document.activeElement as HTMLDivElement)
    const first = content.current && hasFocus ? firstControl(content.current) : null
    first?.focus()
    // What a field already holds is replaced by typing, as it is in a form that was there from the beginning.
    if (first instanceof HTMLInputElement) first.select()
  })
  return (
    <RadixDialog.Root open onOpenChange={open => !open && onClose()}>
      <RadixDialog.Portal>
        {/* The overlay centers the dialog. A transform on the dialog itself would confine the lists of pickers to it. */}
        <RadixDialog.Overlay
          className="scrim appears fixed inset-0 z-40 flex items-center justify-center bg-scrim p-3"
          {...scrim}
        >
          <RadixDialog.Content
            ref={content}
            className={`rises relative flex max-h-full w-full flex-col overflow-y-auto rounded-xl border bg-raised shadow-raised ${wide ? 'max-w-2xl' : 'max-w-lg'}`}
            onEscapeKeyDown={event => !mayEscape(unsaved, sticky) && event.preventDefault()}
            onInteractOutside={event => event.preventDefault()}
            onOpenAutoFocus={event => {
              if (!content.current || firstControl(content.current)) return
              event.preventDefault()
              content.current.focus()
            }}
            onCloseAutoFocus={returnFocus}
            {...(about ? {} : { 'aria-describedby': undefined })}
          >
            <RadixDialog.Title className="pt-4 pr-14 pl-5 font-semibold text-[16px] leading-8">
              {title}
            </RadixDialog.Title>
            {about && <RadixDialog.Description className="px-5 text-soft">{about}</RadixDialog.Description>}
            <div className="px-5 pt-3 pb-5">
              <UnsavedHere value={unsaved}>{children}</UnsavedHere>
            </div>
            {/* The close button comes last, so that the first field gets the focus. */}
            <RadixDialog.Close asChild>
              <IconButton label="Close" data-closes className="absolute top-4 right-4">
                <Icon name="close" />
              </IconButton>
            </RadixDialog.Close>
            <DialogNotifications />
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/**
 * The first control of a dialog apart from its close button: somebody who types before the form has arrived would press that one with the first
 * space.
 */
function firstControl(dialog: HTMLElement): HTMLElement | null {
  return dialog.querySelector(
    ':is(a[href], button, input:not([type=hidden]), select, textarea):not(:disabled, [data-closes])',
  )
}

/** Whether Escape closes a dialog. Escape first closes an open picker, and asks before it discards unsaved input or text that is shown only once. */
function mayEscape(unsaved: ReadonlySet<string>, isSticky: boolean): boolean {
  if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) return false
  if (isSticky) return window.confirm('Close this dialog? Its contents cannot be shown again.')
  return unsaved.size === 0 || window.confirm('Close this dialog? What you typed has not been saved.')
}

/** A menu has the name of its trigger. */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
}) {
  return (
    <RadixMenu.Root>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="appears z-50 max-h-[min(70dvh,var(--radix-dropdown-menu-content-available-height))] min-w-52 overflow-y-auto rounded-lg border bg-raised p-1 shadow-raised"
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

const ITEM =
  'flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 text-[13px] outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50'

export function MenuItem({
  onSelect,
  children,
  danger = false,
  disabled = false,
}: {
  onSelect: () => void
  children: ReactNode
  danger?: boolean
  disabled?: boolean
}) {
  return (
    <RadixMenu.Item onSelect={onSelect} disabled={disabled} className={`${ITEM} ${danger ? 'text-bad' : ''}`}>
      {children}
    </RadixMenu.Item>
  )
}

/** A choice of one of several values. */
export function MenuChoices<Value extends string>({
  label,
  value,
  onChange,
  choices,
}: {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: { value: Value; text: ReactNode }[]
}) {
  return (
    <>
      <RadixMenu.Label className="px-2 py-1 text-[12px] text-soft">{label}</RadixMenu.Label>
      <RadixMenu.RadioGroup value={value} onValueChange={next => onChange(next as Value)} aria-label={label}>
        {choices.map(choice => (
          <RadixMenu.RadioItem key={choice.value} value={choice.value} className={ITEM}>
            <span className="min-w-0 flex-1">{choice.text}</span>
            <RadixMenu.ItemIndicator>
              <Icon name="check" className="text-accent" />
            </RadixMenu.ItemIndicator>
          </RadixMenu.RadioItem>
        ))}
      </RadixMenu.RadioGroup>
    </>
  )
}

/** Values that are turned on or off independently; the menu stays open. */
export function MenuChecks({
  choices,
  onChange,
}: {
  choices: { name: string; isChecked: boolean }[]
  onChange: (name: string, isChecked: boolean) => void
}) {
  return choices.map(({ name, isChecked }) => (
    <RadixMenu.CheckboxItem
      key={name}
      checked={isChecked}
      onCheckedChange={next => onChange(name, next)}
      onSelect={event => event.preventDefault()}
      className={ITEM}
    >
      <span className="min-w-0 flex-1">{name}</span>
      <RadixMenu.ItemIndicator>
        <Icon name="check" className="text-accent" />
      </RadixMenu.ItemIndicator>
    </RadixMenu.CheckboxItem>
  ))
}

export function MenuRule() {
  return <RadixMenu.Separator className="my-1 border-t" />
}
