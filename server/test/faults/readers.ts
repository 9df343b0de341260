/** Readers that keep copies by `sync` of the client while everything fails around them, and how their copies are compared with the database. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createClient, type RecordChange } from '#client/index.ts'
import { SCOPES, type Scope } from '#contract/scopes.ts'
import type { Random } from '#server/seed/random.ts'
import { until } from '../service/processes.ts'
import { fetchReply } from '../world.ts'
import type { History } from './history.ts'
import { END_LIMIT_MS, LIMIT_MS, type Stage } from './stage.ts'
import { attempt } from './writers.ts'

/** How often a reader dies between the rows and their checkpoint. */
const DIES = 0.2
/** The pause after which a reader that has everything looks again. */
const IDLE_MS = 300

type Item = { [field: string]: unknown }
type Newest = { number: number; isExported?: boolean }
export type Copy = {
  key: string
  scopes: Scope[]
  records: Map<string, unknown>
  checkpoint: string | undefined
  /** The number of the last work order of each writer, up to the checkpoint. */
  newest: Map<string, Newest>
  /** How often the reader of this copy died. */
  deaths: number
}

/** The lists that a copy is compared with, one by one, and the field that holds the ID. */
const LISTS: { type: string; path: string; id: string; scope: Scope }[] = [
  { type: 'unit', path: '/units?', id: 'unit_id', scope: 'properties:read' },
  { type: 'lease', path: '/leases?', id: 'lease_id', scope: 'properties:read' },
  { type: 'lead', path: '/leads?', id: 'lead_id', scope: 'properties:read' },
  { type: 'invoice', path: '/invoices?', id: 'invoice_id', scope: 'accounting:read' },
  { type: 'payment', path: '/payments?status=ALL&', id: 'payment_id', scope: 'accounting:read' },
  { type: 'work_order', path: '/work-orders?', id: 'work_order_id', scope: 'maintenance:read' },
]

const without = (hidden: Scope) => SCOPES.filter(scope => scope !== hidden)
/** The first copies see everything, everything but money, and everything but what belongs to properties. */
const LEADING_SCOPES: Scope[][] = [[...SCOPES], without('accounting:read'), without('properties:read')]

/** Copies with different scopes, of which each sees the orders by whose numbers the order of commits is judged. */
export async function openCopies(stage: Stage, count: number, random: Random): Promise<Copy[]> {
  const copies: Copy[] = []
  for (let reader = 0; reader < count; reader++) {
    const chosen = SCOPES.filter(scope => scope !== 'maintenance:read' && random.chance(0.5))
    const scopes = LEADING_SCOPES[reader] ?? ['maintenance:read', ...chosen]
    const { key } = await stage.org.issueKey({ scopes, requestsPerMinute: 100_000 })
    copies.push({ key, scopes, records: new Map(), checkpoint: undefined, newest: new Map(), deaths: 0 })
  }
  return copies
}

/** Reads until the function that it returns is called. */
export function startReaders(
  stage: Stage,
  copies: readonly Copy[],
  random: Random,
  history: History,
): () => Promise<void> {
  let isOver = false
  const reading = copies.map(async (copy, index) => {
    const own = random.branch(index)
    while (!isOver) {
      await attempt(() => readOn(stage, copy, history, () => own.chance(DIES)))
      await pause(IDLE_MS)
    }
  })
  return async () => {
    isOver = true
    let areOver = false
    const all = Promise.all(reading).then(() => {
      areOver = true
    })
    await until(() => areOver, END_LIMIT_MS).catch(() => {
      throw new Error('A reader never ended')
    })
    await all
  }
}

/** One run of the client's `sync`; a reader may die once the rows are stored and their checkpoint is not. */
async function readOn(stage: Stage, copy: Copy, history: History, dies = () => false): Promise<void> {
  const client = createClient({
    baseUrl: await stage.apiUrl(),
    apiKey: copy.key,
    retries: 0,
    // An organization can run only one export at a time; the other readers need not wait the usual 10 seconds.
    sleep: () => pause(IDLE_MS),
    async fetch(...call) {
      const reply = await fetch(...call)
      history.answered.push({ requestId: reply.headers.get('x-request-id') ?? '', status: reply.status })
      if (reply.status >= 500 && reply.status !== 503) history.problems.push(`A reader was answered ${reply.status}`)
      return reply
    },
  })
  await client.sync({
    load: () => copy.checkpoint,
    async store({ isNewCopy, changes, checkpoint }) {
      const batch: RecordChange[] = []
      for await (const change of changes) batch.push(change)
      // An export shows one point in time, at which no earlier work order of a writer may be missing. Its lines are in no particular order.
      if (isNewCopy) batch.sort((one, other) => (orderOf(one)?.number ?? 0) - (orderOf(other)?.number ?? 0))
      const newest = new Map([...(isNewCopy ? [] : copy.newest)].map(([writer, last]) => [writer, { ...last }]))
      for (const change of batch) checkOrder(change, newest, history.problems)
      if (isNewCopy) for (const last of newest.values()) last.isExported = true
      if (isNewCopy) copy.records.clear()
      for (const { type, id, change, record } of batch) {
        if (change === 'REMOVED') copy.records.delete(`${type} ${id}`)
        else copy.records.set(`${type} ${id}`, record)
      }
      if (dies()) {
        copy.deaths++
        throw new Error('killed')
      }
      Object.assign(copy, { checkpoint, newest })
    },
  })
}

/**
 * Records that one writer created one after another arrive in that order and without a gap, across checkpoints as well. Changes that an export
 * already shows come once more if a transaction that began before them was still running.
 */
function checkOrder(change: RecordChange, newest: Map<string, Newest>, problems: string[]): void {
  const order = orderOf(change)
  if (!order) return
  const last = newest.get(order.writer) ?? { number: 0 }
  const isNext = order.number === last.number + 1 || (last.isExported && order.number <= last.number)
  if (!isNext) problems.push(`A reader got ${order.writer}-${order.number} after ${last.number}`)
  newest.set(order.writer, { ...last, number: Math.max(order.number, last.isExported ? last.number : 0) })
}

function orderOf({ record }: RecordChange): { writer: string; number: number } | undefined {
  const [, writer, number] = /^(w\d)-(\d+)$/.exec((record as { title?: string } | null)?.title ?? '') ?? []
  return writer === undefined ? undefined : { writer, number: Number(number) }
}

/** The differences between a copy and the database, once nothing is written anymore. */
export async function differencesOf(stage: Stage, copy: Copy, history: History): Promise<string[]> {
  let fresh = new Map<string, unknown>()
  // A worker that is still busy may change something in between, and an export that was just read may still count as running for a moment.
  await until(async () => {
    await attempt(() => readOn(stage, copy, history))
    const read = await attempt(() => exported(stage, copy.key))
    if (read) fresh = read
    return isDeepStrictEqual(copy.records, fresh)
  }, LIMIT_MS / 2).catch(() => {})
  const whose = `the copy with ${copy.scopes.join(', ')}`
  const stale = [...fresh].filter(([name, record]) => !isDeepStrictEqual(copy.records.get(name), record))
  const surplus = [...copy.records.keys()].filter(name => !fresh.has(name))
  // Work orders are many and the same for everybody, so that one copy is enough.
  const compared = LISTS.filter(({ type }) => type !== 'work_order' || copy.scopes.length === SCOPES.length)
  const lists = await Promise.all(compared.map(list => listDifferences(stage, copy, list)))
  return [
    ...stale.map(
      ([name, record]) => `${whose} holds ${json(copy.records.get(name))} for ${name}, which is ${json(record)}`,
    ),
    ...surplus.map(name => `${whose} holds ${name}, which is not there`),
    ...lists.flat().map(difference => `${whose}: ${difference}`),
  ].slice(0, 20)
}

async function listDifferences(stage: Stage, copy: Copy, list: (typeof LISTS)[number]): Promise<string[]> {
  const { type, path, id, scope } = list
  if (!copy.scopes.includes(scope)) {
    return [...copy.records.keys()].filter(name => name.startsWith(`${type} `)).map(name => `${name} must not be seen`)
  }
  const held = [...copy.records.keys()].filter(name => name.startsWith(`${type} `))
  const { items, total } = await everyItem(stage, path, copy.key)
  const counts = new Set([items.length, total, held.length])
  const wrong = items.filter(item => !isDeepStrictEqual(copy.records.get(`${type} ${item[id]}`), item))
  return [
    ...(counts.size > 1 ? [`${type}: ${held.length} held, ${items.length} listed, total ${total}`] : []),
    ...wrong.map(item => `${type} ${item[id]} is listed as ${json(item)}`),
  ]
}

const json = (value: unknown) => JSON.stringify(value)?.slice(0, 1_000)

async function everyItem(stage: Stage, path: string, key: string): Promise<{ items: Item[]; total: number }> {
  const items: Item[] = []
  for (;;) {
    const place = `${await stage.apiUrl()}/api/v1${path}limit=100&offset=${items.length}`
    const { body, text, status } = await fetchReply(place, { key })
    if (status !== 200) throw new Error(`${path}: ${text}`)
    items.push(...body.data)
    if (!body.pagination.hasMore) return { items, total: body.pagination.total }
  }
}

async function exported(stage: Stage, key: string): Promise<Map<string, unknown>> {
  const { text, status } = await fetchReply(`${await stage.apiUrl()}/api/v1/export`, { key })
  if (status !== 200) throw new Error(text)
  const lines = text.trimEnd().split('\n').slice(1, -1)
  return new Map(
    lines.map(line => JSON.parse(line)).map(({ type, data }) => [`${type} ${Object.values(data)[0]}`, data]),
  )
}
