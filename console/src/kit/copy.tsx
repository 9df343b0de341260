/** Text to copy: a button that copies it, and a box that shows it. */
import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'
import { notify } from './notify.tsx'

export function CopyButton({
  text,
  label = 'Copy',
  select,
}: {
  text: string
  label?: string
  /** Selects the text where it is shown. */
  select?: () => void
}) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    const isCopied = await copyText(text)
    setCopied(isCopied)
    setTimeout(() => setCopied(false), 2_000)
    if (isCopied) return
    select?.()
    const way = select ? 'The text is selected: copy it with the keyboard.' : 'Select the text and copy it yourself.'
    notify(`Your browser did not allow copying. ${way}`, { isFailure: true })
  }
  return (
    <Button size="small" onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}

/** Whether the text was copied. Over plain HTTP the browser offers no clipboard, and a member may have denied it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export function CodeBox({ label, text, copyLabel }: { label: string; text: string; copyLabel?: string }) {
  const shown = useRef<HTMLPreElement>(null)
  const select = () => shown.current && getSelection()?.selectAllChildren(shown.current)
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border bg-sunken">
      <figcaption className="flex items-center justify-between gap-2 border-b px-3 py-1.5 text-[12px] text-soft">
        {label}
        <CopyButton text={text} select={select} {...(copyLabel && { label: copyLabel })} />
      </figcaption>
      <pre
        ref={shown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="whitespace-pre-wrap break-all px-3 py-2.5 font-mono text-[12px] leading-5"
      >
        {text}
      </pre>
    </figure>
  )
}
