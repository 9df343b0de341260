/** Sends the messages that are due, a few at once through each channel, for as long as the process runs. */
import type { Logger } from 'pino'
import { MESSAGE_CHANNELS, type MessageChannel } from '#contract/v1/messages.ts'
import type { Clock } from '#server/base/clock.ts'
import { messagePoints, watched } from '#server/base/trace-points.ts'
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
import { loggedReason } from './logged-reason.ts'
import { SendQueue, type SendSignals } from './send-queue.ts'
import { NOT_STORED_YET, untilStored } from './until-stored.ts'

/** How many conversations one channel has at once. Each channel has its own limit, so that a mail server that hangs does not hold up text messages. */
const CONVERSATIONS = 5

type MessageSenderOptions = {
  /** The channels that are configured. A message for another channel fails at each attempt and becomes FAILED after the last one. */
  channels: Readonly<Partial<Record<MessageChannel, Channel>>>
  writes: WritePool
  platformWrites: WritePool
  clock: Clock
  /** 0 to 1: spreads out the retries of messages that failed together. */
  random: () => number
  logger: Logger
}

export class MessageSender {
  readonly #options: MessageSenderOptions
  readonly #queues: SendQueue<Claim>[]

  constructor(options: MessageSenderOptions) {
    this.#options = options
    this.#queues = MESSAGE_CHANNELS.map(channel => this.#queueOf(channel))
  }

  /** Looks for messages that are due. */
  wake(): void {
    for (const queue of this.#queues) queue.wake()
  }

  /** Starts no more messages and lets open conversations end. */
  async stop(): Promise<void> {
    await Promise.all(this.#queues.map(queue => queue.stop()))
  }

  #queueOf(channel: MessageChannel): SendQueue<Claim> {
    const { platformWrites, clock, logger } = this.#options
    return new SendQueue({
      atOnce: CONVERSATIONS,
      find: free => platformWrites.transaction(null, db => claimMessages(db, channel, free, clock.now())),
      idOf: ({ messageId }) => messageId,
      send: async (claim, signals) => {
        await this.#send(claim, signals)
        return true
      },
      onUnreadable: error =>
        logger.warn({ err: error, channel }, 'the queue of messages could not be read; it will be tried again'),
      onLeft: (error, id) => logger.warn({ err: error, message_id: id }, 'a message was left for later'),
    })
  }

  async #send(claim: Claim, { stopping, cutOff }: SendSignals): Promise<void> {
    const { channels, writes, clock, logger } = this.#options
    const { organizationId, messageId } = claim
    const attempt = await writes.transaction(organizationId, db =>
      beginAttempt(db, claim, clock.now(), channel => channels[channel]?.idFor(messageId) ?? null),
    )
    if (!attempt) return
    const { channel, number } = attempt
    const send = async () => (await channels[channel]?.send(attempt, cutOff)) ?? NOT_SET_UP
    const outcome = await watched(messagePoints, () => ({ channel }), send)
    if (outcome.kind !== 'sent') {
      const { kind } = outcome
      const reason = loggedReason(outcome.reason)
      logger.warn({ message_id: messageId, channel, attempt: number, outcome: kind, reason }, 'a message was not sent')
    }
    await this.#store(attempt, outcome, stopping)
  }

  async #store(attempt: Attempt, outcome: Outcome, stopping: AbortSignal): Promise<void> {
    const { writes, clock, random, logger } = this.#options
    const { organizationId, messageId } = attempt.claim
    const isStored = await untilStored(
      stopping,
      () => writes.transaction(organizationId, db => storeOutcome(db, attempt, outcome, clock.now(), random())),
      error => logger.warn({ err: error, message_id: messageId }, NOT_STORED_YET),
    )
    if (!isStored) logger.warn({ message_id: messageId }, 'another process stored the outcome of a message')
  }
}

const NOT_SET_UP: Outcome = { kind: 'postponed', reason: 'The service is no longer set up to send by this channel.' }
