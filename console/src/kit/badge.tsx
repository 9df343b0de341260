/**
 * A status. One that needs attention is a filled badge; any other is a word with a dot. The color never adds meaning that the word does
 * not have.
 */
import type { ReactNode } from 'react'
import { inWords } from './words.ts'

type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'plain'

const FILLS: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
  plain: 'bg-sunken text-soft',
}

const DOTS: Record<Tone, string> = {
  good: 'drawn bg-good',
  warn: 'drawn bg-warn',
  bad: 'drawn bg-bad',
  accent: 'drawn bg-accent',
  plain: 'border border-faint',
}

const TONE_OF: Record<string, Tone> = {
  ...tone('good', ['PAID', 'COMPLETED', 'CURRENT', 'DELIVERED', 'SENT', 'ACTIVE', 'OPTED_IN', 'LEASED', 'RECEIVED']),
  ...tone('warn', [
    'PARTIALLY_PAID',
    'PENDING_SIGNATURE',
    'NOTICE',
    'NOTICE_RENTED',
    'NOTICE_UNRENTED',
    'VACANT_UNRENTED',
    'ON_HOLD',
    'RETRYING',
    'PAUSED',
    'HIGH',
  ]),
  ...tone('bad', [
    'OVERDUE',
    'FAILED',
    'REVERSED',
    'EVICT',
    'EXHAUSTED',
    'EMERGENCY',
    'OPTED_OUT',
    'REVOKED',
    'EXPIRED',
  ]),
  ...tone('accent', [
    'OPEN',
    'NEW',
    'SCHEDULED',
    'IN_PROGRESS',
    'PENDING',
    'QUEUED',
    'VACANT_RENTED',
    'FUTURE',
    'CONTACTED',
    'TOURED',
    'APPLIED',
    'OWNER',
  ]),
}

/** The statuses that wait for somebody to act. */
const NEEDS_ATTENTION = new Set([
  'OVERDUE',
  'FAILED',
  'EVICT',
  'EXHAUSTED',
  'EMERGENCY',
  'RETRYING',
  'PAUSED',
  'PENDING_SIGNATURE',
  'NOTICE_UNRENTED',
])

const SHAPE =
  'inline-flex items-center whitespace-nowrap font-medium text-[12px] leading-5 print:text-[length:inherit] print:leading-[inherit]'

/** A filled badge, for anything that needs attention and for short facts next to a name. */
export function Badge({ tone: kind = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${SHAPE} rounded px-1.5 print:px-0 ${FILLS[kind]}`}>{children}</span>
}

export function Dot({ tone: kind = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`${SHAPE} gap-1.5`}>
      <span aria-hidden="true" className={`size-[7px] shrink-0 rounded-full print:hidden ${DOTS[kind]}`} />
      <span>{children}</span>
    </span>
  )
}

export function Status({ word }: { word: string }) {
  const Mark = NEEDS_ATTENTION.has(word) ? Badge : Dot
  return <Mark tone={TONE_OF[word] ?? 'plain'}>{inWords(word)}</Mark>
}

function tone(name: Tone, words: string[]): Record<string, Tone> {
  return Object.fromEntries(words.map(word => [word, name]))
}
