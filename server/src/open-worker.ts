/** What a worker does beside upkeep: delivers events, and sends messages and invitations. */
import type { Logger } from 'pino'
import type { Clock } from './base/clock.ts'
import type { Config } from './config.ts'
import type { Pools } from './database.ts'
import { listenTo } from './db/announcements.ts'
import type { DatabaseConnection } from './db/session.ts'
import { InvitationSender } from './messaging/invitation-sender.ts'
import { MessageSender } from './messaging/message-sender.ts'
import { smtpChannel } from './messaging/smtp.ts'
import { twilioChannel } from './messaging/twilio.ts'
import type { OpenedOutside } from './outside.ts'
import { every } from './upkeep.ts'
import { RETRY_SCHEDULE } from './webhooks/schedule.ts'
import { DeliveryWorker } from './webhooks/worker.ts'

type Opened = { config: Config; connection: DatabaseConnection; logger: Logger; clock: Clock; outside: OpenedOutside }

const DELIVERIES = 'gatehouse_deliveries'
/** For retries, and for what was announced while nobody heard. */
const DUE_MESSAGES_EVERY_MS = 5_000

/** What has to be ended is added to `closers`. */
export function startDeliveries(
  { config, connection, logger, clock, outside }: Opened,
  pools: Pools,
  closers: (() => unknown)[],
): DeliveryWorker {
  const worker = new DeliveryWorker({
    reads: pools.reads,
    platformWrites: pools.platformWrites,
    clock,
    rootKeys: outside.rootKeys,
    send: (url, message) => outside.sender.send(url, message),
    schedule: config.webhookRetrySchedule ?? RETRY_SCHEDULE,
    random: Math.random,
    onError: error =>
      logger.error({ err: error }, 'a webhook delivery failed inside the service; it will be tried again'),
  })
  closers.push(
    () => worker.close(),
    listenTo(connection, DELIVERIES, () => worker.wake()),
  )
  return worker
}

/** Resolves with what ends the sending. */
export function startSending({ config, connection, logger, clock, outside }: Opened, pools: Pools): (() => unknown)[] {
  const { mail, twilio } = config
  const { writes, platformWrites } = pools
  const sender = new MessageSender({
    channels: { ...(mail && { EMAIL: smtpChannel(mail) }), ...(twilio && { SMS: twilioChannel(twilio) }) },
    writes,
    platformWrites,
    clock,
    random: Math.random,
    logger,
  })
  const invitations =
    mail && new InvitationSender({ mail: smtpChannel(mail), pools, clock, outside, random: Math.random, logger })
  const wake = async () => {
    sender.wake()
    invitations?.wake()
  }
  return [
    () => sender.stop(),
    ...(invitations
      ? [() => invitations.stop(), listenTo(connection, 'gatehouse_invitations', () => invitations.wake())]
      : []),
    listenTo(connection, 'gatehouse_messages', () => sender.wake()),
    every(DUE_MESSAGES_EVERY_MS, wake, logger),
  ]
}
