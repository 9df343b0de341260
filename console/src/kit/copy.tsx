/** Text to copy: a button that copies it, and a box that shows it. */
import { useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    // Over plain HTTP the browser offers no clipboard, but the text can still be selected.
    await navigator.clipboard?.writeText(text)
    setCopied(navigator.clipboard !== undefined)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <Button size="small" onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}

export function CodeBox({ label, text, copyLabel }: { label: string; text: string; copyLabel?: string }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border bg-sunken">
      <figcaption className="flex items-center justify-between gap-2 border-b px-3 py-1.5 text-[12px] text-soft">
        {label}
        <CopyButton text={text} {...(copyLabel && { label: copyLabel })} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="whitespace-pre-wrap break-all px-3 py-2.5 font-mono text-[12px] leading-5"
      >
        {text}
      </pre>
    </figure>
  )
}
