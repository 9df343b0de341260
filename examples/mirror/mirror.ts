/** Keeps a copy of an organization in SQLite, woken by webhooks, and answers three questions from it. README.md explains how to run it. */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { createClient, verifyWebhook } from '@gatehouse/client'

const {
  GATEHOUSE_URL = 'http://127.0.0.1:8080',
  GATEHOUSE_KEY = '',
  MIRROR_FILE = 'mirror.db',
  WEBHOOK_SECRET = '',
  PORT = '3000',
} = process.env

const EVERY_MS = 60_000
/** Anyone can send a body without end; events are smaller. */
const MAX_BODY_BYTES = 1_048_576

const client = createClient({ baseUrl: GATEHOUSE_URL, apiKey: GATEHOUSE_KEY })
const db = new DatabaseSync(MIRROR_FILE)
db.exec(`
  pragma journal_mode = wal;
  create table if not exists records (type text, id text, record text not null, primary key (type, id)) without rowid;
  create table if not exists progress (one integer primary key check (one = 1), checkpoint text not null);
  create table if not exists organization (one integer primary key check (one = 1), time_zone text not null);
`)
const upsert = db.prepare('insert or replace into records (type, id, record) values (?, ?, ?)')
const remove = db.prepare('delete from records where type = ? and id = ?')
const findCheckpoint = db.prepare('select checkpoint from progress')
const saveCheckpoint = db.prepare('insert or replace into progress (one, checkpoint) values (1, ?)')
const findTimeZone = db.prepare('select time_zone from organization')
const saveTimeZone = db.prepare('insert or replace into organization (one, time_zone) values (1, ?)')

/** Due dates are days in the time zone of the organization. */
db.function('today', () => {
  const timeZone = findTimeZone.get()?.time_zone as string | undefined
  return new Date().toLocaleDateString('en-CA', { timeZone })
})

/** Brings the copy up to date. Rows and checkpoint are committed together, so the process may be killed at any instant. */
async function pass() {
  const { time_zone } = await client.getOrganization()
  saveTimeZone.run(time_zone)
  return client.sync({
    load: () => findCheckpoint.get()?.checkpoint as string | undefined,
    async store({ isNewCopy, changes, checkpoint }) {
      db.exec('begin immediate')
      try {
        if (isNewCopy) db.exec('delete from records')
        for await (const { type, id, change, record } of changes) {
          if (change === 'REMOVED') remove.run(type, id)
          else upsert.run(type, id, JSON.stringify(record))
        }
        saveCheckpoint.run(checkpoint)
        db.exec('commit')
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
  })
}

let last: Promise<unknown> = Promise.resolve()
let isWaiting = false

/** Passes run one after another, and one that waits will read all that there is. The next pass makes up for one that fails. */
function wake(): void {
  if (isWaiting) return
  isWaiting = true
  last = last.then(async () => {
    isWaiting = false
    try {
      const { changes, isNewCopy } = await pass()
      if (changes > 0) console.log(`${changes} ${isNewCopy ? 'records' : 'changes'}`)
    } catch (error) {
      console.error(String(error))
    }
  })
}

/** Receives the webhook `records.changed`, which means that there is something to read. */
function listen(): void {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of request) {
        size += chunk.length
        if (size > MAX_BODY_BYTES) throw new Error('The body is too long.')
        chunks.push(chunk)
      }
      await verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers, secret: WEBHOOK_SECRET })
      response.writeHead(204).end()
      wake()
    } catch {
      response.writeHead(400).end()
    }
  })
  server.listen(Number(PORT), () => console.log(`listening on ${PORT}`))
}

const QUESTIONS: Record<string, string> = {
  'vacant-units': `
    select p.record ->> 'name' as property, u.record ->> 'label' as unit, u.record ->> 'status' as status,
           (u.record ->> 'market_rent_cents') / 100.0 as market_rent
      from records u
      join records p on p.type = 'property' and p.id = u.record ->> 'property_id'
     where u.type = 'unit' and u.record ->> 'status' in ('VACANT_UNRENTED', 'VACANT_RENTED')
     order by market_rent desc, property, unit`,
  'past-due': `
    select l.record ->> 'unit_label' as unit, l.record -> 'residents' ->> 0 ->> 'name' as resident,
           sum(i.record ->> 'balance_cents') / 100.0 as past_due, min(i.record ->> 'due_date') as since
      from records i
      join records l on l.type = 'lease' and l.id = i.record ->> 'lease_id'
     where i.type = 'invoice' and i.record ->> 'balance_cents' > 0 and i.record ->> 'due_date' < today()
     group by l.id
     order by past_due desc, unit`,
  'open-work-orders': `
    select p.record ->> 'name' as property, count(*) as open, sum(w.record ->> 'priority' = 'EMERGENCY') as emergencies,
           min(w.record ->> 'created_at') as oldest
      from records w
      join records p on p.type = 'property' and p.id = w.record ->> 'property_id'
     where w.type = 'work_order' and w.record ->> 'status' not in ('COMPLETED', 'CANCELLED')
     group by p.id
     order by open desc, property`,
}

const [command = '', question = ''] = process.argv.slice(2)
if (command === 'sync') console.log(JSON.stringify(await pass()))
else if (command === 'ask' && QUESTIONS[question])
  console.log(JSON.stringify(db.prepare(QUESTIONS[question]).all(), null, 2))
else if (command === 'serve') {
  if (WEBHOOK_SECRET !== '') listen()
  setInterval(wake, EVERY_MS)
  wake()
} else {
  console.error(`node mirror.ts sync | serve | ask ${Object.keys(QUESTIONS).join('|')}`)
  process.exitCode = 2
}
