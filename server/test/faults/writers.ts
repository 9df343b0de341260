/** The load of a round: every kind of write at once, by API, console, import, command line and calendar, and the outcome of each. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Random } from '#server/seed/random.ts'
import { addMember, PASSWORD, visitor } from '../console/visitor.ts'
import { openWrites, SLOW, WRITES } from '../service/mixed-load.ts'
import { gatehouse, until } from '../service/processes.ts'
import { type CallOptions, fetchReply, type Reply, type World } from '../world.ts'
import type { History } from './history.ts'
import { END_LIMIT_MS, LIMIT_MS, type Stage, TOWER } from './stage.ts'

const HEAD = 'Work Order Number,Property Name,Title,Status,Created At'
const PAUSE_MS = 20

type Writers = {
  /** How many writes were answered, by writer. */
  written: Record<string, number>
  /** Ends every writer once its current call is answered. */
  stop(): Promise<void>
}

export type Writing = {
  stage: Stage
  random: Random
  history: History
  /** The name of this round, which distinguishes its records from those of other rounds. */
  mark: string
  /** A key with every scope, and one with a small quota. */
  keys: { all: string; small: string }
  /** The number of the last work order of each writer, which continues through all rounds. */
  numbers: Map<string, number>
}

export async function startWriters(writing: Writing): Promise<Writers> {
  const { stage, random, history, mark, keys, numbers } = writing
  const { sample, settings, org } = stage
  const property = sample.sample.property
  const chance = random.branch('steps')
  // Before anybody changes the time zone: during that time, storing leases is occasionally refused.
  const writes = await openWrites(sample, [{ ...stage.receiver, url: stage.receiverUrl }], () => chance.between(0, 1))
  let isOver = false
  const written: Record<string, number> = {}
  const count = (writer: string) => {
    written[writer] = (written[writer] ?? 0) + 1
  }

  /** Whatever happens, a reply is a success, a refusal, or 503 with Retry-After. */
  function judge(what: string, reply: Reply, known: boolean): Reply {
    const { status, text, headers } = reply
    history.latest.set(what, `${status}${status >= 400 ? ` ${text.slice(0, 300)}` : ''}`)
    if (known) history.answered.push({ requestId: headers.get('x-request-id') ?? '', status })
    const isRefusal = status === 503 && /^[1-9]\d*$/.test(headers.get('retry-after') ?? '')
    if (status >= 500 && !isRefusal) history.problems.push(`${what} was answered ${status}: ${text.slice(0, 300)}`)
    return reply
  }

  async function call(path: string, options: CallOptions): Promise<Reply | undefined> {
    history.attempts++
    const what = `${options.method ?? 'GET'} ${path}`
    const failed = (error: unknown) => history.latest.set(what, inspect(error))
    const reply = await attempt(async () => fetchReply(`${await stage.apiUrl()}/api/v1${path}`, options), failed)
    if (!reply) await pause(PAUSE_MS)
    return reply && judge(what, reply, true)
  }

  /** Repeats a write with its key until it is answered, even after the end of the round. */
  async function writeOnce(path: string, idempotencyKey: string, fields: object): Promise<Reply['body']> {
    const body = JSON.stringify(fields)
    const headers = { 'idempotency-key': idempotencyKey }
    let reply: Reply | undefined
    await until(async () => {
      reply = await call(path, { key: keys.all, method: 'POST', body, headers })
      if (reply && reply.status !== 201) await pause(PAUSE_MS)
      return reply?.status === 201
    }, LIMIT_MS)
    return (reply as Reply).body
  }

  /** Creates work orders one after another: each is committed before the next one begins, however often a call must be repeated. */
  async function orders(writer: string): Promise<void> {
    while (!isOver) {
      const number = (numbers.get(writer) ?? 0) + 1
      numbers.set(writer, number)
      const title = `${writer}-${number}`
      history.orders.set(title, undefined)
      const order = await writeOnce('/work-orders', `order-${title}`, { title, property_id: property.id })
      history.orders.set(title, String(order.work_order_id))
      count('orders')
    }
  }

  async function messages(): Promise<void> {
    for (let number = 1; !isOver; number++) {
      const body = `${mark} message ${number}`
      history.messages.set(body, undefined)
      const fields = { resident_id: sample.sample.resident.id, body, subject: 'Water', channel: 'EMAIL' }
      const { message_id } = await writeOnce('/messages', `message-${mark}-${number}`, fields)
      history.messages.set(body, String(message_id))
      count('messages')
    }
  }

  /** Changes work orders back and forth. */
  async function changes(): Promise<void> {
    const id = sample.sample.workOrder.work_order_id
    const turn = random.branch('changes')
    while (!isOver) {
      const body = JSON.stringify({ priority: turn.pick(['LOW', 'HIGH']), vendor_name: turn.pick(['Ace', 'Best']) })
      const reply = await call(`/work-orders/${id}`, { key: keys.all, method: 'PATCH', body })
      if (reply?.status === 200) count('changes')
    }
  }

  /** Uses a small quota up, again and again. */
  async function quota(): Promise<void> {
    while (!isOver) {
      const sent = performance.now()
      const reply = await call('/properties?limit=1', { key: keys.small })
      if (reply?.status === 200) history.accepted.push({ sent, answered: performance.now() })
      else await pause(PAUSE_MS)
    }
  }

  async function member(name: string) {
    const email = `${mark}-${name}@example.com`
    await addMember(stage.world, org, email, 'OWNER')
    const cookies = new Map<string, string>()
    return async (path: string, method: string, body: unknown): Promise<Reply | undefined> => {
      history.attempts++
      const what = `console ${method} ${path}`
      const reply = await attempt(
        async () => {
          // An API that was started again has another port, and the session is still there.
          const now = visitor({ service: { url: await stage.apiUrl() } as World['service'] })
          for (const [cookie, value] of cookies) now.cookies.set(cookie, value)
          const made = cookies.size === 0 ? await now.signIn(email, PASSWORD) : await now.call(path, { method, body })
          for (const [cookie, value] of now.cookies) cookies.set(cookie, value)
          return made
        },
        error => history.latest.set(what, inspect(error)),
      )
      // Steps may end sessions: then the next call signs in.
      if (reply?.status === 401) cookies.clear()
      if (!reply || reply.status >= 400) await pause(PAUSE_MS)
      return reply && judge(what, reply, false)
    }
  }

  async function leads(): Promise<void> {
    const make = await member('leads')
    for (let number = 1; !isOver; number++) {
      const name = `${mark} ${number}`
      const reply = await make(`/organizations/${sample.organizationId}/leads`, 'POST', {
        last_name: name,
        source: 'Website',
      })
      if (reply?.status !== 201) {
        // Without an answer, or with one that leaves it open, the write may have been stored nevertheless.
        history.leads.set(name, undefined)
        continue
      }
      history.leads.set(name, String(reply.body.lead_id))
      count('leads')
    }
  }

  /** The changes that come with a new day are recorded whenever the organization's date changes. */
  async function days(): Promise<void> {
    const change = await member('days')
    for (let turn = 0; !isOver; turn++) {
      const body = { time_zone: ['Pacific/Kiritimati', 'Pacific/Pago_Pago'][turn % 2] }
      const reply = await change(`/organizations/${sample.organizationId}/settings`, 'PATCH', body)
      if (reply?.status === 200) count('days')
    }
  }

  /** Every write of the console, on the same few records. */
  async function steps(): Promise<void> {
    const step = await member('steps')
    const names = WRITES.filter(name => !SLOW.includes(name))
    while (!isOver) {
      const name = chance.pick(names)
      const write = await attempt(() => writes.of(name))
      const reply = write && (await step(write.path, write.method, write.body))
      if (!reply || reply.status >= 300) continue
      writes.hear(name, reply.body)
      note(name, reply.body)
      count('steps')
    }
  }

  function note(name: string, body: Reply['body']): void {
    const [, noun = ''] = /^(?:create|record)([A-Z][A-Za-z]+)$/.exec(name) ?? []
    const [field, table] = MADE[noun] ?? []
    const id = field && body[field]
    if (table && typeof id === 'string') history.made.push({ table, id })
  }

  async function imports(): Promise<void> {
    const { rows } = history.imports
    const file = join(stage.dataDir, '..', 'orders.csv')
    for (let turn = 1; !isOver; turn++) {
      const row = (_: unknown, number: number) =>
        `T${number},${property.name},${mark} filter ${turn},Completed,3/1/2026`
      writeFileSync(file, [HEAD, ...Array.from({ length: rows }, row)].join('\n'))
      history.imports.begun = turn
      history.attempts++
      const { code } = await gatehouse(['import', '--org', sample.organizationId, '--json', file], settings)
      if (code === 0) {
        history.imports.stored = turn
        count('imports')
      }
    }
  }

  /** A member imports a large file, again until it is said to be stored, even after the round is over. */
  async function upload(): Promise<void> {
    const { title, rows } = history.upload
    const send = await member('upload')
    const lines = Array.from({ length: rows }, (_, row) => `U${row},${TOWER},${title},Completed,3/1/2026`)
    const content = Buffer.from([HEAD, ...lines].join('\n')).toString('base64')
    const body = { file_name: 'tower.csv', content }
    await until(async () => {
      const reply = await send(`/organizations/${sample.organizationId}/imports`, 'POST', body)
      return reply?.status === 200 && reply.body.written === true
    }, LIMIT_MS)
    history.upload.isStored = true
    count('uploads')
  }

  /** Money, leases and leads from the command line. */
  async function commands(): Promise<void> {
    const turn = random.branch('commands')
    while (!isOver) {
      const event = turn.pick(['payment.received', 'payment.reversed', 'invoice.paid', 'lease.signed', 'lead.created'])
      history.attempts++
      const { code, stdout } = await gatehouse(['trigger', event, '--org', sample.organizationId, '--json'], settings)
      if (code !== 0) continue
      const caused = JSON.parse(stdout)
      for (const [field, table] of Object.values(MADE)) {
        if (typeof caused[field] === 'string') history.made.push({ table, id: caused[field] })
      }
      count('commands')
    }
  }

  const running = { w1: orders('w1'), w2: orders('w2'), messages: messages(), changes: changes(), quota: quota() }
  const others = { leads: leads(), days: days(), steps: steps(), imports: imports(), upload: upload() }
  const going = new Set<string>()
  for (const [name, end] of Object.entries({ ...running, ...others, commands: commands() })) {
    going.add(name)
    end
      .catch(error => history.problems.push(`The writer ${name} ended: ${error.stack}`))
      .finally(() => going.delete(name))
  }
  return {
    written,
    async stop() {
      isOver = true
      await until(() => going.size === 0, END_LIMIT_MS).catch(() => {
        throw new Error(`Writers whose last call never ended: ${[...going].join(', ')}`)
      })
    },
  }
}

/** The ID field and the table of a created record, by its noun. */
const MADE: Record<string, [field: string, table: string]> = {
  Unit: ['unit_id', 'units'],
  Lease: ['lease_id', 'leases'],
  Invoice: ['invoice_id', 'invoices'],
  Payment: ['payment_id', 'payments'],
  WorkOrder: ['work_order_id', 'work_orders'],
  Lead: ['lead_id', 'leads'],
  Resident: ['resident_id', 'residents'],
  Property: ['property_id', 'properties'],
}

/** The service is unreachable now and then: then there is no result, and `failed` is told why. */
export async function attempt<T>(work: () => Promise<T>, failed?: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    failed?.(error)
    return undefined
  }
}
