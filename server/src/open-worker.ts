/** The work of a worker apart from upkeep: it delivers events and sends messages, invitations and alerts. */
import type { Logger } from 'pino'
import type { MessageChannel } from '#contract/v1/messages.ts'
import type { Clock } from './base/clock.ts'
import { Refusal } from './base/refusal.ts'
import type { Config } from './config.ts'
import type { Pools } from './database.ts'
import { CommitOutcomeUnknown } from './db/transaction.ts'
import { raiseAlerts } from './domain/webhooks/alerts.ts'
import type { Close } from './ending.ts'
import { every } from './every.ts'
import { alertQueue } from './messaging/alert-sender.ts'
import { invitationQueue } from './messaging/invitation-sender.ts'
import { MessageSender } from './messaging/message-sender.ts'
import { type MailChannel, smtpChannel } from './messaging/smtp.ts'
import { twilioChannel } from './messaging/twilio.ts'
import type { OpenedExternalServices } from './open-external-services.ts'
import { RETRY_SCHEDULE } from './webhooks/schedule.ts'
import { DeliveryWorker } from './webhooks/worker.ts'

type Opened = {
  config: Config
  logger: Logger
  clock: Clock
  external: OpenedExternalServices
  alertsEveryMs?: number
}

const DELIVERIES = 'gatehouse_deliveries'
/** For retries, and for announcements that were made while nobody listened. */
const DUE_MESSAGES_EVERY_MS = 5_000
/** How soon administrators are mailed about a webhook that fails. */
const ALERTS_EVERY_MS = 60_000

/** Starts the delivery worker. What must be stopped is added to `takers`. */
export function startDeliveries(
  { config, logger, clock, external }: Opened,
  pools: Pools,
  takers: Close[],
): DeliveryWorker {
  const worker = new DeliveryWorker({
    reads: pools.reads,
    platformWrites: pools.platformWrites,
    clock,
    rootKeys: external.rootKeys,
    send: (url, message) => external.sender.send(url, message),
    schedule: config.webhookRetrySchedule ?? RETRY_SCHEDULE,
    random: Math.random,
    onError: error =>
      error instanceof Refusal || error instanceof CommitOutcomeUnknown
        ? logger.warn({ err: error }, 'webhook deliveries wait')
        : logger.error({ err: error }, 'a webhook delivery failed inside the service; it will be tried again'),
  })
  takers.push(
    () => worker.close(),
    pools.listen(DELIVERIES, () => worker.wake()),
  )
  return worker
}

/** The channels that send messages. */
export function liveChannels({ mail, twilio }: Config): MessageChannel[] {
  return [...(mail ? (['EMAIL'] as const) : []), ...(twilio ? (['SMS'] as const) : [])]
}

/** Starts sending, and returns the functions that stop it. */
export function startSending(opened: Opened, pools: Pools): Close[] {
  const { config, logger, clock } = opened
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
  return [
    () => sender.stop(),
    pools.listen('gatehouse_messages', () => sender.wake()),
    every(DUE_MESSAGES_EVERY_MS, async () => sender.wake(), logger, 'sending messages'),
    ...(mail ? startServiceMail(opened, pools, smtpChannel(mail)) : []),
  ]
}

/** Starts the queues of invitations and alerts, which are e-mails of the service itself to members. */
function startServiceMail(
  { config, logger, clock, external, alertsEveryMs = ALERTS_EVERY_MS }: Opened,
  { memberReads, memberWrites, platformWrites, writes, listen }: Pools,
  mail: MailChannel,
): Close[] {
  const { rootKeys } = external
  const options = { mail, memberReads, memberWrites, clock, random: Math.random, logger }
  const queues = [invitationQueue({ ...options, rootKeys }), alertQueue({ ...options, origin: config.publicUrl })]
  const wake = () => {
    for (const queue of queues) queue.wake()
  }
  const raise = async () => {
    if ((await raiseAlerts({ platformWrites, writes }, clock.now())) > 0) wake()
  }
  return [
    ...queues.map(queue => () => queue.stop()),
    listen('gatehouse_invitations', wake),
    every(DUE_MESSAGES_EVERY_MS, async () => wake(), logger, 'sending invitations and alerts'),
    every(alertsEveryMs, raise, logger, 'the check for failing webhooks'),
  ]
}
