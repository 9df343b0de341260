/** `listen`: forwards an organization's events to a developer's machine as they happen. */
import { setTimeout as pause } from 'node:timers/promises'
import { EVENT_TYPES, type EventType } from '#contract/events.ts'
import { asError } from '../base/as-error.ts'
import { systemClock } from '../base/clock.ts'
import { idFromUuid, uuidv7 } from '../base/ids.ts'
import { watchChanges } from '../domain/changes/notices.ts'
import { makeSecret } from '../domain/webhooks/secret.ts'
import { contentOf, headersOf, signingKey } from '../webhooks/message.ts'
import { listEventsSince, type StoredEvent } from '../webhooks/queries.ts'
import { type Call, type Command, ORGANIZATION_OPTION, WrongUsage } from './command.ts'
import { withSession } from './session.ts'
import { abortedByStop } from './stop-signals.ts'

const LOOK_EVERY_MS = 300
/**
 * How far back events are read again: they may be committed in a different order than their timestamps, but later by no more than the length of a
 * transaction.
 */
const OVERLAP_MS = 60_000
const FORWARD_LIMIT_MS = 15_000
/** The largest number of events that are read at a time. */
const BATCH = 500
const CHANGES: EventType = 'records.changed'

export const listenCommand: Command = {
  words: 'listen',
  about: 'Forward an organization’s events to a URL as they happen, signed like webhooks, until Ctrl-C.',
  options: {
    org: ORGANIZATION_OPTION,
    'forward-to': {
      value: 'URL',
      required: true,
      about: 'The URL to forward to, such as http://localhost:3000/hooks.',
    },
    event: { value: 'TYPE', oneOf: EVENT_TYPES, about: `Forward only this type: ${EVENT_TYPES.join(', ')}.` },
  },
  run: call => {
    const target = targetOf(call.text('forward-to') as string)
    const only = call.text('event')
    return withSession(call, async session => {
      const organization = await session.organization(call.text('org') as string)
      const secret = makeSecret()
      const { terminal } = call
      const db = session.pools.reads.for(organization.id)
      // What happens as soon as the lines below are read is forwarded, so listening begins before they are printed.
      const begun = systemClock.now()
      const changes = watchChanges(db)
      await changes.next(begun)
      if (call.isSet('json')) terminal.print(JSON.stringify({ listening: true, secret }))
      else {
        terminal.print(`Listening to ${organization.name}. Events are forwarded to ${target} and signed with`)
        terminal.print(`  ${secret}`)
        terminal.print('The secret is valid until you stop with Ctrl-C.')
      }
      const { stopped } = abortedByStop(name => name)
      const seen = new Map<string, number>()
      while (!stopped.aborted) {
        const since = Math.max(begun, systemClock.now() - OVERLAP_MS)
        const events = await db.query(listEventsSince, [organization.id, new Date(since), [...seen.keys()], BATCH])
        for (const event of events) {
          seen.set(event.id, systemClock.now())
          const isWanted = only === undefined || event.type === only
          if (isWanted && event.type !== CHANGES) await forward(call, organization.id, event, target, secret)
        }
        if (only === undefined || only === CHANGES) {
          const now = systemClock.now()
          const data = await changes.next(now)
          if (data) await forward(call, organization.id, noticeOf(data, now), target, secret)
        }
        for (const [id, at] of seen) if (at < since - OVERLAP_MS) seen.delete(id)
        if (events.length === 0) await pause(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
      }
      return undefined
    })
  },
}

/** The event about changes, which is made here because such events are stored only for subscriptions. */
function noticeOf(data: { cursor: string }, now: number): StoredEvent {
  const occurredAt = new Date(now).toISOString()
  return { id: uuidv7(now), type: CHANGES, occurredAt, data: JSON.stringify(data), isTest: false }
}

async function forward(
  { terminal, isSet }: Call,
  organizationId: string,
  event: StoredEvent,
  target: string,
  secret: string,
): Promise<void> {
  const content = contentOf(idFromUuid('organization', organizationId), event)
  const headers = headersOf(content, [signingKey(secret)], systemClock.now())
  const startedAt = performance.now()
  const answered = await fetch(target, {
    method: 'POST',
    headers,
    body: content.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(FORWARD_LIMIT_MS),
  }).then(
    async reply => {
      await reply.body?.cancel()
      return String(reply.status)
    },
    (error: Error) => `failed: ${reasonOf(error)}`,
  )
  const latencyMs = Math.round(performance.now() - startedAt)
  const id = content.webhookId
  if (isSet('json')) {
    terminal.print(
      JSON.stringify({ id, type: event.type, timestamp: event.occurredAt, answered, latency_ms: latencyMs }),
    )
  } else terminal.print(`${event.occurredAt}  ${event.type.padEnd(16)}  ${id}  ${answered} in ${latencyMs} ms`)
}

function targetOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new WrongUsage('--forward-to must be a URL such as http://localhost:3000/hooks')
  }
  return text
}

function reasonOf(error: Error): string {
  const { cause } = error
  return cause instanceof Error ? cause.message || String(asError(cause).code) : error.message
}
