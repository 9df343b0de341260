/** Sends the messages that are due, a few at once by each channel, for as long as the process runs. */
import type { Logger } from 'pino'
import { MESSAGE_CHANNELS, type MessageChannel } from '#contract/v1/messages.ts'
import type { Clock } from '#server/base/clock.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import {
  type Attempt,
  beginAttempt,
  type Claim,
  claimMessages,
  type Outcome,
  storeOutcome,
} from '#server/domain/messages/delivery.ts'
import type { Channel } from './channel.ts'
import { NOT_STORED_YET, untilStored } from './until-stored.ts'

/** Conversations at once by one channel. Each channel has its own, so that a mail server that hangs holds up no text message. */
const CONVERSATIONS = 5
/** How long a stop waits for the conversations that go on: one that is cut off may be an SMS of which nobody knows whether it left. */
const STOP_LIMIT_MS = 20_000

export type SenderOptions = {
  /** The ways that are set up. A message that waits for another one is tried in vain, later again, and FAILED at last. */
  channels: Readonly<Partial<Record<MessageChannel, Channel>>>
  writes: WritePool
  platformWrites: WritePool
  clock: Clock
  /** 0 to 1: spreads the retries of what failed together. */
  random: () => number
  logger: Logger
}

export type Sender = {
  /** Looks for messages that are due. */
  wake(): void
  /** Takes up nothing more and lets the conversations end. */
  stop(): Promise<void>
}

export function openSender(options: SenderOptions): Sender {
  const { channels, writes, platformWrites, clock, random, logger } = options
  const stopping = new AbortController()
  const cutOff = new AbortController()
  const lanes = MESSAGE_CHANNELS.map(channel => ({
    channel,
    underway: new Set<Promise<void>>(),
    isFilling: false,
    isToFillAgain: false,
    filled: Promise.resolve(),
  }))
  type Lane = (typeof lanes)[number]

  function wake(): void {
    for (const lane of lanes) fill(lane)
  }

  /** One look at a time: who comes meanwhile has it look once more. */
  function fill(lane: Lane): void {
    lane.isToFillAgain = true
    if (!lane.isFilling) lane.filled = fillUp(lane)
  }

  async function fillUp(lane: Lane): Promise<void> {
    lane.isFilling = true
    try {
      while (lane.isToFillAgain && !stopping.signal.aborted) {
        lane.isToFillAgain = false
        const free = CONVERSATIONS - lane.underway.size
        // Whoever ends fills the place.
        if (free === 0) return
        const claims = await platformWrites.transaction(null, db => claimMessages(db, lane.channel, free, clock.now()))
        for (const claim of claims) take(lane, claim)
      }
    } catch (error) {
      logger.warn({ err: error }, 'messages wait: the queue could not be read; it will be tried again')
    } finally {
      lane.isFilling = false
    }
  }

  function take(lane: Lane, claim: Claim): void {
    const conversation = converse(claim)
      .catch(error => logger.warn({ err: error, message_id: claim.messageId }, 'a message was left for later'))
      .finally(() => {
        lane.underway.delete(conversation)
        fill(lane)
      })
    lane.underway.add(conversation)
  }

  async function converse(claim: Claim): Promise<void> {
    const { organizationId, messageId } = claim
    const attempt = await writes.transaction(organizationId, db =>
      beginAttempt(db, claim, clock.now(), channel => channels[channel]?.idFor(messageId) ?? null),
    )
    if (!attempt) return
    const { channel, number } = attempt
    const outcome = (await channels[channel]?.send(attempt, cutOff.signal)) ?? NOT_SET_UP
    if (outcome.kind !== 'sent') {
      const { kind, reason } = outcome
      logger.warn({ message_id: messageId, channel, attempt: number, outcome: kind, reason }, 'a message did not leave')
    }
    await store(attempt, outcome)
  }

  async function store(attempt: Attempt, outcome: Outcome): Promise<void> {
    const { organizationId, messageId } = attempt.claim
    const isStored = await untilStored(
      stopping.signal,
      () => writes.transaction(organizationId, db => storeOutcome(db, attempt, outcome, clock.now(), random())),
      error => logger.warn({ err: error, message_id: messageId }, NOT_STORED_YET),
    )
    if (!isStored) logger.warn({ message_id: messageId }, 'what became of a message was stored by someone else')
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const limit = setTimeout(() => cutOff.abort(), STOP_LIMIT_MS)
    await Promise.all(lanes.map(lane => lane.filled))
    await Promise.all(lanes.flatMap(lane => [...lane.underway]))
    clearTimeout(limit)
  }

  return { wake, stop }
}

const NOT_SET_UP: Outcome = { kind: 'postponed', reason: 'The service is not set up to send by this channel any more.' }
