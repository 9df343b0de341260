/** A copy kept by `sync` against the real service, whatever breaks in between. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type ApiError, type Batch, type ClientOptions, createClient, type SyncOptions } from '#client/index.ts'
import { RECORD_SCHEMAS } from '#contract/record-schemas.ts'
import { SCOPES } from '#contract/scopes.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { lockWork } from '#server/platform/work-lock.ts'
import { assertRefused } from '../contract/promises.ts'
import { storeSample } from '../contract/sample.ts'
import { heldMegabytes } from '../memory.ts'
import { property, store } from '../records.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world, { plan: 'ENTERPRISE' })
before(async () => {
  await storeSample(org)
})

type Rows = Map<string, unknown>

/**
 * A store with transactions: the changes of a batch are kept only if all of them are made, together with its
 * checkpoint.
 */
function openCopy() {
  const copy = { rows: new Map() as Rows, checkpoint: undefined as string | undefined, batches: [] as boolean[] }
  const options: Pick<SyncOptions, 'load' | 'store'> = {
    load: () => copy.checkpoint,
    async store({ isNewCopy, changes, checkpoint }: Batch) {
      const rows: Rows = isNewCopy ? new Map() : new Map(copy.rows)
      for await (const { type, id, change, record } of changes) {
        if (change === 'REMOVED') rows.delete(`${type} ${id}`)
        else rows.set(`${type} ${id}`, record)
      }
      Object.assign(copy, { rows, checkpoint })
      copy.batches.push(isNewCopy)
    },
  }
  return { copy, options }
}

function clientOf(key: string, more: Pick<ClientOptions, 'fetch' | 'sleep'> = {}) {
  return createClient({ baseUrl: `${world.service.url}`, apiKey: key, sleep: async () => {}, ...more })
}

async function assertWhole(rows: Rows, key: string): Promise<void> {
  const fresh = openCopy()
  await clientOf(key).sync(fresh.options)
  assert.deepEqual(rows, fresh.copy.rows)
}

/** Another database of the server may hold changes back for a moment. */
async function syncUntil(isThere: () => boolean, run: () => Promise<unknown>): Promise<void> {
  await until(async () => {
    await run()
    return isThere()
  })
}

test('every exported record has the shape that its type declares', async () => {
  const ajv = new Ajv2020({ strict: false, formats: { date: true, float: true, 'date-time': true, uri: true } })
  const seen = new Set<string>()
  for await (const line of clientOf(org.key).exportRecords()) {
    if (!('type' in line)) continue
    seen.add(line.type)
    const isValid = ajv.validate(RECORD_SCHEMAS[line.type], line.data)
    assert.ok(isValid, `${line.type}: ${ajv.errorsText()} in ${JSON.stringify(line.data)}`)
  }
  assert.deepEqual([...seen].sort(), Object.keys(RECORD_SCHEMAS).sort())
})

test('a copy begins with an export, continues with changes, and stores nothing when nothing is new', async () => {
  const other = await world.organization()
  const maple = property()
  await store(other, { properties: [maple] })
  const { copy, options } = openCopy()
  const client = clientOf(other.key)
  // What the export has may come once more as a change, if a transaction of another test has not ended yet.
  assert.equal((await client.sync(options)).isNewCopy, true)
  assert.equal(copy.rows.size, 1)
  const oak = property({ name: 'Oak House' })
  await store(other, { properties: [oak] })
  await syncUntil(
    () => copy.rows.size === 2,
    () => client.sync(options),
  )
  assert.equal(copy.batches.filter(isNewCopy => isNewCopy).length, 1)
  await assertWhole(copy.rows, other.key)
})

test('a copy of some types contains only those, and starts over when its types, scopes or organization change', async () => {
  const { copy, options } = openCopy()
  const client = clientOf(org.key)
  await client.sync({ ...options, types: ['unit', 'lease'] })
  assert.deepEqual(new Set([...copy.rows.keys()].map(name => name.split(' ')[0])), new Set(['unit', 'lease']))
  assert.equal((await client.sync({ ...options, types: ['lease', 'unit'] })).isNewCopy, false)
  assert.equal((await client.sync(options)).isNewCopy, true)
  await assertWhole(copy.rows, org.key)
  const { key } = await org.issueKey({ scopes: ['maintenance:read'] })
  assert.equal((await clientOf(key).sync(options)).isNewCopy, true)
  await assertWhole(copy.rows, key)
  const other = await world.organization()
  assert.equal((await clientOf(other.key).sync(options)).isNewCopy, true)
  assert.equal(copy.rows.size, 0)
})

test('a copy starts over if the key had other scopes for one page of changes, because that page left records out', async () => {
  const { copy, options } = openCopy()
  const { key, keyId } = await org.issueKey()
  await clientOf(key).sync(options)
  const setScopes = async (scopes: readonly string[]) => {
    await world.sql('update api_keys set scopes = $2 where id = $1', [keyId, scopes])
    // Calls are judged by what the process knows of the key, which it hears of a moment later.
    await until(async () => {
      const { effective_scopes } = await clientOf(key).listChanges({ limit: 1 })
      return effective_scopes.length === scopes.length
    })
  }
  await store(org, { properties: [property()] })
  let isFirst = true
  const lessForOnePage: typeof fetch = async (url, init) => {
    const isNarrowed = isFirst && String(url).includes('/changes')
    if (!isNarrowed) return fetch(url, init)
    isFirst = false
    await setScopes(['accounting:read'])
    const reply = await fetch(url, init)
    await setScopes(SCOPES)
    return reply
  }
  assert.equal((await clientOf(key, { fetch: lessForOnePage }).sync(options)).isNewCopy, true)
  const last = property()
  await store(org, { properties: [last] })
  await syncUntil(
    () => copy.rows.has(`property ${last.id}`),
    () => clientOf(key).sync(options),
  )
  await assertWhole(copy.rows, key)
})

test('a checkpoint that the service can no longer serve leads to a new copy', async () => {
  const { copy, options } = openCopy()
  const client = clientOf(org.key)
  await client.sync(options)
  copy.rows.set('lease of_a_database_that_was_restored', {})
  const [content, cursor] = JSON.parse(copy.checkpoint as string)
  const [, ...position] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const foreign = Buffer.from(['another/1/1', ...position].join(' ')).toString('base64url')
  copy.checkpoint = JSON.stringify([content, foreign])
  assert.equal((await client.sync(options)).isNewCopy, true)
  await assertWhole(copy.rows, org.key)
})

test('an export that is truncated, or shorter than it states, is not applied', async () => {
  const cut =
    (change: (text: string) => string): typeof fetch =>
    async (url, init) => {
      const reply = await fetch(url, init)
      return String(url).includes('/export') ? new Response(change(await reply.text())) : reply
    }
  const withoutLastLine = (text: string) => text.replace(/\n[^\n]*\n$/, '\n')
  const inTheMiddle = (text: string) => text.slice(0, text.length / 2)
  const oneLess = (text: string) => text.replace(/\n[^\n]*\n/, '\n')
  const empty = () => ''
  for (const change of [withoutLastLine, inTheMiddle, oneLess, empty]) {
    const { copy, options } = openCopy()
    await assert.rejects(clientOf(org.key, { fetch: cut(change) }).sync(options), {
      name: 'ApiError',
      error: 'unreadable',
    })
    assert.equal(copy.checkpoint, undefined)
    await clientOf(org.key).sync(options)
    await assertWhole(copy.rows, org.key)
  }
})

test('an export whose connection is closed says how fast it must be read', async () => {
  const closed: typeof fetch = async (url, init) => {
    const reply = await fetch(url, init)
    if (!String(url).includes('/export')) return reply
    const lines = (await reply.text()).split(/(?<=\n)/).slice(0, 3)
    const body = new ReadableStream({
      pull(controller) {
        const line = lines.shift()
        if (line === undefined) controller.error(new TypeError('terminated'))
        else controller.enqueue(new TextEncoder().encode(line))
      },
    })
    return new Response(body, { headers: reply.headers })
  }
  await assert.rejects(clientOf(org.key, { fetch: closed }).sync(openCopy().options), (error: ApiError) => {
    assert.match(error.message, /^The export broke off before its last line\. Try again\. If `store` takes more/)
    assert.deepEqual([error.error, typeof error.requestId], ['unreadable', 'string'])
    return true
  })
})

test('a process that ends before or after it stores a batch ends up with an equal copy', async () => {
  const { copy, options } = openCopy()
  const client = clientOf(org.key)
  await client.sync(options)
  const [maple] = [...copy.rows.keys()].filter(name => name.startsWith('property '))
  const propertyId = maple?.split(' ')[1] as string
  await org.within(context => createWorkOrder(context, { title: 'Kitchen faucet leaks', property_id: propertyId }))
  const before = copy.rows
  const dies = (when: 'before' | 'after'): typeof options => ({
    ...options,
    async store(batch) {
      if (when === 'after') await options.store(batch)
      throw new Error('killed')
    },
  })
  await syncUntil(
    () => true,
    () => assert.rejects(client.sync(dies('before')), /killed/),
  )
  assert.deepEqual(copy.rows, before)
  await client.sync(dies('after')).catch(() => {})
  await syncUntil(
    () => copy.rows.size === before.size + 1,
    () => client.sync(options),
  )
  await assertWhole(copy.rows, org.key)
})

test('a second export waits for its turn, and a store that does not read its batch gets an error', async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = org.within(async context => {
    await lockWork(context, 'export')
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  const refused = await world.call('/export', { key: org.key })
  assertRefused(refused, 'conflict')
  assert.equal(refused.headers.get('retry-after'), '5')
  let waits = 0
  const wait = async () => {
    if (++waits < 3) return
    ended.resolve()
    await running
  }
  const { copy, options } = openCopy()
  await clientOf(org.key, { sleep: wait }).sync(options)
  assert.equal(waits, 3)
  await assertWhole(copy.rows, org.key)
  const lazy = clientOf(org.key).sync({ load: () => null, store: () => {} })
  await assert.rejects(lazy, /must read every change/)
})

test('a checkpoint that sync did not make, such as a cursor by itself, is refused before any call', async () => {
  const { next_cursor: cursor } = await clientOf(org.key).listChanges()
  for (const loaded of [cursor, 'nonsense', '{}', '[]', '5', '"text"', '["all"]', '["all",5]', 5, ['all', cursor]]) {
    const load = () => loaded as string
    const nothing = () => assert.fail('a call was made')
    const run = clientOf(org.key, { fetch: nothing }).sync({ load, store: () => {} })
    await assert.rejects(run, { name: 'TypeError', message: /`load` returned a checkpoint that `sync` did not make/ })
  }
})

/**
 * The records of a long export, each of 2 KB. All of them together would take three times the memory that is allowed.
 */
const MANY = repeats(12_000, 60_000)
const MAX_MEGABYTES = (MANY * 2_000) / 3 / 1e6

test('a first copy of many records uses constant memory, in the service and in the caller', async t => {
  const large = await world.organization({ plan: 'ENTERPRISE' })
  const court = property()
  await store(large, { properties: [court] })
  await world.sql(
    `insert into work_orders (organization_id, id, number, title, description, status, priority, category, source, property_id, entry_permission)
     select $1, 'wo_' || n, n, 'Tap', repeat('x', 2000), 'NEW', 'LOW', 'OTHER', 'IMPORT', $2, 'NO' from generate_series(1, $3::int) n`,
    [large.id, court.id, MANY],
  )
  let seen = 0
  let [least, growth] = [Number.POSITIVE_INFINITY, 0]
  await clientOf(large.key).sync({
    load: () => null,
    async store({ changes }) {
      for await (const _ of changes) {
        if (++seen % (MANY / 8) !== 0) continue
        const held = heldMegabytes()
        // Only growth counts: what earlier tests of this process left behind may still be released.
        least = Math.min(least, held)
        growth = Math.max(growth, held - least)
      }
    },
  })
  assert.equal(seen, MANY + 1)
  t.diagnostic(`${growth.toFixed(1)} MB more are held than before`)
  assert.ok(growth < MAX_MEGABYTES, `${growth} MB more are held than before`)
})
