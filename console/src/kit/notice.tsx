/** Notices: an empty list, a failed call, a hint. Each says what is going on and what to do next. */
import type { ReactNode } from 'react'
import { ApiError } from '#client/errors.ts'
import { Button, buttonClass } from './button.tsx'
import { Icon } from './icons.tsx'
import { adviceOn, isOutcomeUnknown } from './unknown-outcome.ts'
import { messageInWords, recordInTheWay } from './words.ts'

/** An empty list: what will appear here, the next step, and where to read more. */
export function Empty({
  title,
  children,
  action,
  guide,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** A section of the API reference that explains the records. */
  guide?: { text: string; tag: string } | undefined
}) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-12 text-center">
      <p className="font-medium text-ink">{title}</p>
      {children && <div className="no-print max-w-md text-pretty text-soft">{children}</div>}
      {action && <div className="no-print mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
      {guide && (
        <a href={`/docs#tag/${guide.tag}`} className="no-print mt-3 text-[13px] text-accent hover:underline">
          {guide.text}
        </a>
      )}
    </div>
  )
}

/** A failed call: the message of the service, a link to the record that is in the way, and the request ID to quote. */
export function Failure({
  error,
  retry,
  at = 'dialog',
}: {
  error: unknown
  retry?: (() => void) | undefined
  at?: FailedAt
}) {
  const isMissing = error instanceof ApiError && error.status === 404
  const record = error instanceof ApiError ? recordInTheWay(error.message) : undefined
  const [noun, path] = PAGES[record?.split('_')[0] ?? ''] ?? []
  return (
    <div role="alert" className="flex flex-col items-start gap-2 rounded-md border border-bad/40 bg-bad-soft px-4 py-3">
      <p className="flex items-start gap-2 text-ink">
        <Icon name="warning" className="mt-0.5 text-bad" />
        <span>{sentenceOf(error, at)}</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {retry && !isMissing && (
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        )}
        {error instanceof ApiError && error.status === 401 && isWithin(location.pathname) && (
          <a href="/console/sign-in" target="_blank" rel="noreferrer" className={buttonClass('secondary', 'small')}>
            Sign in in a new tab
          </a>
        )}
        {path && isWithin(location.pathname) && (
          // A new tab leaves what was typed in its form.
          <a
            href={`${location.pathname.split('/', 3).join('/')}/${path}/${record}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('secondary', 'small')}
          >
            Open that {noun} in a new tab
          </a>
        )}
        {error instanceof ApiError && error.requestId && (
          <span className="break-all font-mono text-[12px] text-soft">{error.requestId}</span>
        )}
      </div>
    </div>
  )
}

/** What a record in the way is called, and the address of its page, by the prefix of its ID. */
const PAGES: Record<string, [noun: string, path: string]> = {
  lease: ['lease', 'leases'],
  prop: ['property', 'properties'],
  unit: ['unit', 'units'],
  vend: ['vendor', 'vendors'],
}

/** Whether the page is one of an organization or the account, and not one that signs in. */
function isWithin(pathname: string): boolean {
  return /^\/console\/(org_|account)/.test(pathname)
}

/** Where a change failed: in a form that can be closed, in one that is a part of its page, or in no form that is still open. */
type FailedAt = 'dialog' | 'page' | 'toast'

/** How a member sees what is stored. A page is read again after a form is closed, and after a change that no form makes. */
const MAY_BE_SAVED: Record<FailedAt, string> = {
  dialog: 'send it again as it is, or close the form to see whether it was.',
  page: 'send it again as it is, or reload the page to see whether it was.',
  toast: 'the page shows whether it was.',
}

export function sentenceOf(error: unknown, at: FailedAt = 'toast'): string {
  if (error instanceof ApiError) {
    if (error.error === 'idempotency_key_reused') {
      const how = at === 'dialog' ? 'Close the form' : 'Reload the page'
      return `What you sent first was saved, so what you changed afterward was not sent. ${how} to see what was saved, and change it there.`
    }
    if (error.error === 'idempotency_in_progress') return 'The change is still being saved. Send it again in a moment.'
    const sentence = messageInWords(error.message).replace(/\w$/, '$&.')
    // When it is unavailable, the service says itself whether it stored anything.
    return isOutcomeUnknown(error) && error.error !== 'unavailable'
      ? `${sentence} ${adviceOn(error) ?? `The change may have been saved anyway: ${MAY_BE_SAVED[at]}`}`
      : sentence
  }
  return 'Something went wrong on this page. Reload the page. If that does not help, report what you did.'
}

/** Information to read before continuing. */
export function Hint({ tone = 'plain', children }: { tone?: 'plain' | 'warn' | 'good'; children: ReactNode }) {
  const look = {
    plain: 'border-line bg-sunken text-soft',
    warn: 'border-warn/40 bg-warn-soft text-ink',
    good: 'border-good/40 bg-good-soft text-ink',
  }[tone]
  return <div className={`rounded-md border px-4 py-3 ${look}`}>{children}</div>
}
