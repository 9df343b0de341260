/** The promises that Gatehouse keeps through every fault; each is checked against the database after a round. */
import { asError } from '#server/base/as-error.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { findMisrecorded } from '../service/audit-lines.ts'
import { gatehouse, until } from '../service/processes.ts'
import { verifyAt } from '../webhooks/receiver.ts'
import type { History } from './history.ts'
import { type Copy, differencesOf } from './readers.ts'
import { LIMIT_MS, type Stage } from './stage.ts'

const MINUTE_MS = 60_000
/** The quota of the key with a small quota, in calls per minute. */
export const SMALL_QUOTA = 60

type Find = (stage: Stage, history: History, copies: readonly Copy[]) => Promise<string[]>

/** The promises; each resolves with the findings that contradict it. */
const PROMISES: Record<string, Find> = {
  'every answered write exists exactly once': findLostWrites,
  'every answered call of a known key has its audit line': findUnrecorded,
  'every event is delivered and signed': findUndelivered,
  'every message is sent': findUnsent,
  'no quota is exceeded': async (_, { accepted }) => findOverQuota(accepted),
  'the sums of the ledger are right': findWrongSums,
  'what is derived equals its recomputation': findUnderived,
  'every copy equals the database': async (stage, history, copies) => {
    const found = []
    for (const copy of copies) found.push(await differencesOf(stage, copy, history))
    return found.flat()
  },
  'every failed call is refused with 503 and Retry-After, and changes come in the order of commit': async (
    _,
    { problems },
  ) => problems,
}

export const promiseCount = Object.keys(PROMISES).length

export async function brokenPromises(stage: Stage, history: History, copies: readonly Copy[]): Promise<string[]> {
  const broken: string[] = []
  for (const [promise, find] of Object.entries(PROMISES)) {
    const found = await find(stage, history, copies).catch(error => [String(error.stack)])
    broken.push(...found.slice(0, 10).map(reason => `${promise}: ${reason}`))
  }
  return broken
}

/**
 * Waits until everything that was queued is sent and subscribers know of every change. What a killed worker held falls due when its claim ends, a
 * minute later for a delivery and five for a message. So from time to time, whatever is left falls due now.
 */
export async function settle(stage: Stage): Promise<void> {
  let turn = 0
  await until(async () => {
    const [{ waiting } = { waiting: -1 }] = await stage
      .sql<{ waiting: number }>(
        `select (select count(*) from webhook_deliveries d join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
                  where d.due_at is not null and s.target_url like $1)::int
              + (select count(*) from messages where status = 'QUEUED')::int
              + (select count(*) from change_notices n where n.organization_id = $2 and exists (
                   select from record_changes c where c.organization_id = n.organization_id and c.xid >= n.noticed_xid))::int as waiting`,
        [`${stage.receiverUrl}/main/%`, stage.org.id],
      )
      .catch(() => [])
    if (waiting > 0 && ++turn % 200 === 0) for (const end of END_CLAIMS) await stage.sql(end).catch(() => {})
    return waiting === 0
  }, LIMIT_MS)
}

const END_CLAIMS = [
  'update webhook_deliveries set due_at = least(due_at, now()), claimed_until = null where due_at is not null',
  `update messages set next_attempt_at = least(next_attempt_at, now()), claimed_until = null where status = 'QUEUED'`,
]

async function findLostWrites(stage: Stage, history: History): Promise<string[]> {
  const found = await Promise.all([
    findByMark(stage, 'work_orders', 'title', 'id', history.orders),
    findByMark(stage, 'messages', 'body', 'id', history.messages),
    findByMark(stage, 'leads', 'last_name', 'id', history.leads),
    ...history.made.map(async ({ table, id }) => {
      const rows = await stage.sql(`select from ${table} where id = $1`, [id])
      return rows.length === 1 ? [] : [`${table} ${id} is there ${rows.length} times`]
    }),
    findImported(stage, history),
    findUploaded(stage, history),
  ])
  const gaps = await stage.sql<{ number: number }>(
    `select number from (select number, row_number() over (order by number) as place from work_orders where organization_id = $1) w
      where number <> place limit 5`,
    [stage.org.id],
  )
  return [...found.flat(), ...gaps.map(({ number }) => `There is a gap before work order ${number}`)]
}

/** Every record whose creation was answered exists once, with its ID; no other record exists twice. */
async function findByMark(
  { sql, org }: Stage,
  table: string,
  column: string,
  id: string,
  marks: Map<string, string | undefined>,
): Promise<string[]> {
  const rows = await sql<{ mark: string; ids: string[] }>(
    `select ${column} as mark, array_agg(${id}) as ids from ${table} where organization_id = $1 and ${column} = any($2) group by 1`,
    [org.id, [...marks.keys()]],
  )
  const stored = new Map(rows.map(({ mark, ids }) => [mark, ids]))
  return [...marks].flatMap(([mark, answered]) => {
    const ids = stored.get(mark) ?? []
    const isRight = answered === undefined ? ids.length <= 1 : ids.length === 1 && ids[0] === answered
    return isRight ? [] : [`${table} ${mark} was answered as ${answered} and is ${ids.join(' and ') || 'not there'}`]
  })
}

/** Each row of the file exists once, all from the same turn, which is no earlier than the last turn that was reported as stored. */
async function findImported({ sql, org }: Stage, { imports: { stored, begun, rows } }: History): Promise<string[]> {
  if (stored === 0) return []
  const turns = await sql<{ turn: number; count: number }>(
    `select substring(title from '[0-9]+$')::int as turn, count(*)::int as count
       from work_orders where organization_id = $1 and title ~ ' filter [0-9]+$' group by 1`,
    [org.id],
  )
  const [{ turn, count } = { turn: 0, count: 0 }] = turns
  const isRight = turns.length === 1 && count === rows && turn >= stored && turn <= begun
  return isRight
    ? []
    : [`import ${stored} of ${rows} rows was stored, ${begun} begun, and there are ${JSON.stringify(turns)}`]
}

/** Uploaded rows are stored completely or not at all, and completely if the upload was answered with success. */
async function findUploaded({ sql, org }: Stage, { upload: { title, rows, isStored } }: History): Promise<string[]> {
  const [{ count } = { count: -1 }] = await sql<{ count: number }>(
    'select count(*)::int as count from work_orders where organization_id = $1 and title = $2',
    [org.id, title],
  )
  return count === rows || (count === 0 && !isStored)
    ? []
    : [`of ${rows} rows that were uploaded there are ${count}, answered: ${isStored}`]
}

async function findUnrecorded({ sql }: Stage, { answered }: History): Promise<string[]> {
  // A call is answered 503 if its line cannot be stored.
  const known = answered.filter(({ status }) => status !== 503)
  return (await findMisrecorded({ sql }, known)).map(row => JSON.stringify(row))
}

async function findUndelivered({ sql, org, receiver, secrets, receiverUrl }: Stage): Promise<string[]> {
  const received = new Map<string, Set<string>>()
  const found: string[] = []
  for (const request of receiver.received) {
    const type = /\/main\/(.+)$/.exec(request.path)?.[1]
    if (type === undefined) continue
    const { 'webhook-id': id, 'webhook-timestamp': sentAt } = request.headers
    received.set(type, (received.get(type) ?? new Set()).add(String(id)))
    try {
      verifyAt(Number(sentAt) * 1_000, secrets.get(type) as string, request)
    } catch (error) {
      found.push(`event ${id}: ${asError(error).message}`)
    }
  }
  const events = await sql<{ id: string; type: string; statuses: string[] }>(
    `select e.id, e.type, array_agg(d.status) as statuses
       from events e
       join webhook_subscriptions s on s.organization_id = e.organization_id and s.event = e.type and s.target_url like $2
       left join webhook_deliveries d on d.organization_id = e.organization_id and d.event_id = e.id and d.subscription_id = s.id
      where e.organization_id = $1 and e.occurred_at > s.created_at and not e.is_test
      group by 1, 2`,
    [org.id, `${receiverUrl}/main/%`],
  )
  for (const { id, type, statuses } of events) {
    const isReceived = received.get(type)?.has(idFromUuid('event', id))
    if (!isReceived || statuses.join() !== 'DELIVERED')
      found.push(`event ${type} ${id} is ${statuses.join()}, received: ${isReceived}`)
  }
  return found
}

async function findUnsent({ sql, org, mail }: Stage, { messages }: History): Promise<string[]> {
  const rows = await sql<{ body: string; status: string }>(
    'select body, status from messages where organization_id = $1 and body = any($2)',
    [org.id, [...messages.keys()]],
  )
  const arrived = new Set(mail.received.map(({ text }) => text?.trim()))
  return rows
    .filter(({ body, status }) => status !== 'SENT' || ![...arrived].some(text => text?.includes(body)))
    .map(({ body, status }) => `${body} is ${status}`)
}

/** The decision on a call was made between its sending and its answer, so a span counts only calls that lie entirely within it. */
function findOverQuota(accepted: History['accepted']): string[] {
  const bySending = accepted.toSorted((one, other) => one.sent - other.sent)
  return bySending.flatMap(({ sent }) => {
    const inside = bySending.filter(call => call.sent >= sent && call.answered <= sent + MINUTE_MS).length
    return inside > SMALL_QUOTA ? [`${inside} calls of ${SMALL_QUOTA} were accepted within a minute`] : []
  })
}

async function findWrongSums({ sql, org }: Stage): Promise<string[]> {
  const invoices = await sql(
    `select i.id, i.paid_cents, -sum(e.amount_cents) filter (where e.payment_id is not null) as entered
       from invoices i left join ledger_entries e on e.organization_id = i.organization_id and e.invoice_id = i.id and e.account = 'RECEIVABLE'
      where i.organization_id = $1
      group by i.organization_id, i.id
     having i.paid_cents <> coalesce(-sum(e.amount_cents) filter (where e.payment_id is not null), 0) or i.paid_cents < 0
         or coalesce(sum(e.amount_cents), 0) < 0`,
    [org.id],
  )
  const payments = await sql(
    `select p.id, p.allocated_cents, p.amount_cents
       from payments p left join ledger_entries e on e.organization_id = p.organization_id and e.payment_id = p.id and e.account = 'RECEIVABLE'
      where p.organization_id = $1
      group by p.organization_id, p.id
     having p.allocated_cents <> coalesce(-sum(e.amount_cents) filter (where e.invoice_id is not null), 0)
         or p.allocated_cents + p.refunded_cents > p.amount_cents`,
    [org.id],
  )
  return [...invoices, ...payments].map(row => JSON.stringify(row))
}

async function findUnderived({ settings }: Stage): Promise<string[]> {
  const { code, stdout, stderr } = await gatehouse(['recompute', '--check'], settings)
  return code === 0 ? [] : [`${stdout}${stderr}`]
}
