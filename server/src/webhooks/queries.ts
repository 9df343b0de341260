/**
 * SQL of the delivery worker. It finds due deliveries across organizations, by IDs and times only, and reads targets and bodies as each
 * organization.
 */
import { statement } from '#server/db/statement.ts'

/**
 * Makes the transaction commit without waiting for the disk. If a crash of the machine loses outcomes, their deliveries are only made again, as
 * promised: at least once. A claim does wait: its commit also flushes that of the event, which may not be on the disk yet (decisions/0015), so
 * nothing is sent that a crash could still undo.
 */
export const commitLazily = statement<never>('commit_lazily', `select set_config('synchronous_commit', 'off', true)`)

/**
 * The recursive part `waiting`: the subscriptions that have a delivery to make, now or later. They are found by skipping along the index of due
 * deliveries, with one probe each.
 */
export const WAITING = `waiting as (
     (select d.organization_id, d.subscription_id from webhook_deliveries d where d.due_at is not null
       order by d.organization_id, d.subscription_id limit 1)
     union all
     select next.organization_id, next.subscription_id
       from waiting w
       cross join lateral (
         select d.organization_id, d.subscription_id from webhook_deliveries d
          where d.due_at is not null and (d.organization_id, d.subscription_id) > (w.organization_id, w.subscription_id)
          order by d.organization_id, d.subscription_id limit 1
       ) next
   )`

/**
 * Claims until `$3` up to `$2` deliveries that are due at `$1`. Of each subscription it considers only the `$4` that have waited longest (for
 * subscriptions named in `$5`, the number given there, and one for a subscription that fails), whichever worker has claimed them. It takes them in
 * turn, each subscription's first, then each one's second, so that a subscription with a thousand waiting delays nobody. A claimed delivery keeps its
 * place in the index of due deliveries, because moving it would cost two index entries per delivery. The order ends in the ID, so that this place is also
 * kept among deliveries of one instant. `coalesce` keeps that index, which begins with the same columns as the primary key, from being used where a single
 * delivery is meant.
 */
export const claimDue = statement<Claimed>(
  'claim_due_deliveries',
  `with recursive ${WAITING},
   candidates as (
     select due.organization_id, due.subscription_id, due.id, due.turn
       from waiting w
       join webhook_subscriptions s on s.organization_id = w.organization_id and s.id = w.subscription_id
       cross join lateral (
         select first.organization_id, first.subscription_id, first.id, row_number() over (order by first.due_at, first.id) as turn
           from (
             select d.organization_id, d.subscription_id, d.id, d.due_at, d.claimed_until
               from webhook_deliveries d
              where d.organization_id = w.organization_id and d.subscription_id = w.subscription_id and d.due_at <= $1::timestamptz
              order by d.due_at, d.id
              limit case when s.consecutive_failures > 0 then 1 else coalesce(($5::jsonb ->> s.id)::int, $4::int) end
           ) first
          where first.claimed_until is null or first.claimed_until <= $1::timestamptz
       ) due
      order by due.turn, random()
      limit $2::int
   ),
   locked as (
     select d.organization_id, d.subscription_id, d.id
       from candidates c
       join webhook_deliveries d on d.organization_id = c.organization_id and d.subscription_id = c.subscription_id and d.id = c.id
      where coalesce(d.due_at <= $1::timestamptz, false) and (d.claimed_until is null or d.claimed_until <= $1::timestamptz)
        for update of d skip locked
   )
   update webhook_deliveries d
      set claimed_until = $3::timestamptz
     from locked l
    where d.organization_id = l.organization_id and d.subscription_id = l.subscription_id and d.id = l.id
   returning d.organization_id as "organizationId", d.id, d.subscription_id as "subscriptionId", d.event_id as "eventId",
     d.attempts, d.attempts_in_schedule as "attemptsInSchedule"`,
)

export type Claimed = {
  organizationId: string
  id: string
  subscriptionId: string
  eventId: string
  /** How many attempts were made so far: in total, and since the schedule last started. */
  attempts: number
  attemptsInSchedule: number
}

export type Target = {
  id: string
  url: string
  /** The instant from which attempts say something about the subscription; RFC 3339. Null if it is the creation. */
  judgedFrom: string | null
  isActive: boolean
  rootKeyId: string
  epoch: number
  secretSha256: Buffer
  previousRootKeyId: string | null
  previousEpoch: number | null
  previousSecretSha256: Buffer | null
  previousUntil: string | null
}

/** `$1` is the organization, `$2` the subscriptions. */
export const listTargets = statement<Target>(
  'list_webhook_targets',
  `select id, target_url as url, judged_from as "judgedFrom", status = 'ACTIVE' and deleted_at is null as "isActive", root_key_id as "rootKeyId", epoch,
          secret_sha256 as "secretSha256", previous_root_key_id as "previousRootKeyId", previous_epoch as "previousEpoch",
          previous_secret_sha256 as "previousSecretSha256", previous_until as "previousUntil"
     from webhook_subscriptions
    where organization_id = $1 and id = any($2::text[])`,
)

export type StoredEvent = {
  /** uuid */
  id: string
  type: string
  /** RFC 3339 */
  occurredAt: string
  /** JSON, which is sent as it is stored: parsing it would only cost time. */
  data: string
  isTest: boolean
}

/** `$1` is the organization, `$2` the events. */
export const listEventsToSend = statement<StoredEvent>(
  'list_events_to_send',
  `select id, type, occurred_at as "occurredAt", data::text as data, is_test as "isTest"
     from events where organization_id = $1 and id = any($2::uuid[])`,
)

/** Events at or after `$2`, except those named in `$3`; at most `$4`, the oldest first. `$1` is the organization. */
export const listEventsSince = statement<StoredEvent>(
  'list_events_since',
  `select id, type, occurred_at as "occurredAt", data::text as data, is_test as "isTest"
     from events
    where organization_id = $1 and occurred_at >= $2 and not is_test and id <> all($3::uuid[])
    order by occurred_at, id
    limit $4::int`,
)

/**
 * Locks the subscriptions named in `$1` as JSON. A subscription is locked before its deliveries, and several are locked in the order of their keys:
 * operations that delete or pause one, and workers that store outcomes, wait here while they hold nothing that another of them needs.
 */
export const lockSubscriptions = statement<never>(
  'lock_webhook_subscriptions',
  `select from jsonb_to_recordset($1::jsonb) as t ("organizationId" uuid, id text)
     join webhook_subscriptions s on s.organization_id = t."organizationId" and s.id = t.id
    order by s.organization_id, s.id
      for no key update of s`,
)

/** Whether an attempt failed that was begun before the schedule of its delivery was started over. */
const IS_STARTED_OVER = `(o.status <> 'DELIVERED' and d.due_at is not null and d.attempts_in_schedule < o."inSchedule" - 1)`

/**
 * Stores outcomes, given in `$1` as JSON, of subscriptions that are locked. A delivery whose claim has expired may have been begun again in the
 * meantime: its outcome is stored nevertheless, and at worst it is sent twice. A delivery that was canceled while it was under way counts as
 * delivered if its target accepted it. One whose schedule was started over while it was under way, by a redelivery or a recovery, keeps the new
 * schedule if the attempt failed, even if it was the last one of the old.
 */
export const recordOutcomes = statement<never>(
  'record_delivery_outcomes',
  `with outcomes as materialized (
     select * from json_to_recordset($1::json) as t (
       "organizationId" uuid, "subscriptionId" text, id uuid, "attemptId" uuid, number integer, "inSchedule" integer, status text, "dueAt" double precision,
       "finishedAt" double precision, "attemptedAt" double precision, outcome text, "responseStatus" integer, "latencyMs" integer, excerpt text, error text
     )
   ),
   attempted as (
     insert into webhook_attempts (organization_id, id, delivery_id, number, attempted_at, outcome, response_status, latency_ms, excerpt, error)
     select o."organizationId", o."attemptId", o.id, o.number, to_timestamp(o."attemptedAt" / 1000), o.outcome, o."responseStatus", o."latencyMs", o.excerpt, o.error
       from outcomes o where o.outcome is not null
   )
   update webhook_deliveries d
      set status = case when ${IS_STARTED_OVER} then 'RETRYING' else o.status end,
          due_at = case when ${IS_STARTED_OVER} then d.due_at else to_timestamp(o."dueAt" / 1000) end,
          finished_at = case when not ${IS_STARTED_OVER} then to_timestamp(o."finishedAt" / 1000) end,
          attempts_in_schedule = case when ${IS_STARTED_OVER} then d.attempts_in_schedule else o."inSchedule" end,
          claimed_until = null, attempts = o.number
     from outcomes o
    where d.organization_id = o."organizationId" and d.subscription_id = o."subscriptionId" and d.id = o.id
      and (d.claimed_until is not null or (d.status = 'CANCELLED' and o.status = 'DELIVERED'))`,
)

/**
 * Stores the health of subscriptions, which are locked: `$1` contains, as JSON, each one's failures since its last success, and whether it is to be
 * paused. Attempts whose subscription was given another target or enabled in the meantime are left out, because they say
 * nothing about what it is now.
 */
export const recordHealth = statement<never>(
  'record_webhook_health',
  `with health as materialized (
     select * from jsonb_to_recordset($1::jsonb) as t (
       "organizationId" uuid, id text, "judgedFrom" timestamptz, "succeededAt" double precision, "failuresAfter" integer, "firstFailureAt" double precision,
       "lastFailureAt" double precision, "goneReason" text, "pausedReason" text, "failingBefore" double precision
     )
   ),
   judged as (
     select s.organization_id, s.id as subscription_id, h.*,
            case when h."succeededAt" is null then s.consecutive_failures else 0 end + h."failuresAfter" as failures,
            case
              when h."failuresAfter" = 0 and h."succeededAt" is not null then null
              when h."succeededAt" is not null then to_timestamp(h."firstFailureAt" / 1000)
              else coalesce(s.failing_since, to_timestamp(h."firstFailureAt" / 1000))
            end as since
       from health h
       join webhook_subscriptions s on s.organization_id = h."organizationId" and s.id = h.id and s.judged_from is not distinct from h."judgedFrom"
   )
   update webhook_subscriptions s
      set consecutive_failures = j.failures, failing_since = j.since, last_success_at = coalesce(to_timestamp(j."succeededAt" / 1000), s.last_success_at),
          last_failure_at = coalesce(to_timestamp(j."lastFailureAt" / 1000), s.last_failure_at),
          status = case when j."goneReason" is not null or j.since <= to_timestamp(j."failingBefore" / 1000) then 'PAUSED' else s.status end,
          paused_reason = case
            when s.status = 'PAUSED' then s.paused_reason
            when j."goneReason" is not null then j."goneReason"
            when j.since <= to_timestamp(j."failingBefore" / 1000) then j."pausedReason"
          end
     from judged j
    where s.organization_id = j.organization_id and s.id = j.subscription_id`,
)

/** Cancels the pending deliveries of the subscriptions named in `$1` that are no longer active. The subscriptions are locked. */
export const cancelOfPaused = statement<never>(
  'cancel_deliveries_of_paused',
  `update webhook_deliveries d
      set status = 'CANCELLED', due_at = null, claimed_until = null, finished_at = $2
     from jsonb_to_recordset($1::jsonb) as t ("organizationId" uuid, id text)
     join webhook_subscriptions s on s.organization_id = t."organizationId" and s.id = t.id and (s.status = 'PAUSED' or s.deleted_at is not null)
    where d.organization_id = t."organizationId" and d.subscription_id = t.id and d.due_at is not null`,
)

/**
 * Ends the claims of the deliveries named in `$1`. A delivery that another transaction has locked is skipped: it is being canceled, or its claim
 * will expire. So this needs no lock on the subscription and never waits.
 */
export const releaseHeldDeliveries = statement<never>(
  'release_held_deliveries',
  `with free as (
     select d.organization_id, d.subscription_id, d.id
       from jsonb_to_recordset($1::jsonb) as t ("organizationId" uuid, "subscriptionId" text, id uuid)
       join webhook_deliveries d on d.organization_id = t."organizationId" and d.subscription_id = t."subscriptionId" and d.id = t.id
        for update of d skip locked
   )
   update webhook_deliveries d
      set claimed_until = null
     from free f
    where d.organization_id = f.organization_id and d.subscription_id = f.subscription_id and d.id = f.id`,
)
