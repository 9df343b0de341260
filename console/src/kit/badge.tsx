/** A status in a color. The color never says more than the word. */
import type { ReactNode } from 'react'
import { inWords } from './words.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'plain'

const TONES: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
  plain: 'bg-sunken text-soft',
}

const TONE_OF: Record<string, Tone> = {
  ...tone('good', ['PAID', 'COMPLETED', 'CURRENT', 'DELIVERED', 'SENT', 'ACTIVE', 'OPTED_IN', 'LEASED']),
  ...tone('warn', [
    'PARTIALLY_PAID',
    'PENDING_SIGNATURE',
    'NOTICE',
    'NOTICE_RENTED',
    'NOTICE_UNRENTED',
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

export function Badge({ tone: kind = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded px-1.5 font-medium text-[12px] leading-5 print:px-0 print:text-[9px] print:leading-3 ${TONES[kind]}`}
    >
      {children}
    </span>
  )
}

export function Status({ word }: { word: string }) {
  return <Badge tone={TONE_OF[word] ?? 'plain'}>{inWords(word)}</Badge>
}

function tone(name: Tone, words: string[]): Record<string, Tone> {
  return Object.fromEntries(words.map(word => [word, name]))
}
