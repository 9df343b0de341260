/** The items of every list: each can be read by itself, and a filter finds exactly those that have its value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { addressOf, fieldsOf, LISTS, OPERATIONS, type OperationName } from './exercises.ts'
import { assertAnswers } from './promises.ts'
import { storeSample } from './sample.ts'

// This world has no worker, because a worker's attempts would change deliveries between two calls.
const world = useWorld()
const org = useOrganization(world)
const sample = prepare(() => storeSample(org))

/** Lists of which no item can be read by itself, with the reason. */
const WITHOUT_SINGLE: Partial<Record<OperationName, string>> = {
  listListings: 'the unit of a listing is read by its own call',
  getLeaseLedger: 'a line of a ledger is nothing without the others',
  listWebhookRecoveries: 'a subscription has few recoveries, and the latest one comes first',
}

type Item = Record<string, unknown>
/** The first field of an item is its ID. */
const idOf = (item: Item) => Object.values(item)[0] as string

for (const [name, { path, parameters }] of LISTS) {
  const query = fieldsOf(parameters.query)
  const everyStatus: Record<string, string> = 'status' in query ? { status: 'ALL' } : {}
  const listed = async (filters: Record<string, string> = {}): Promise<Item[]> => {
    const address = addressOf(name, sample, { query: { limit: '100', ...everyStatus, ...filters } })
    return (await world.call(address, { key: org.key })).body.data
  }

  test(`an item of ${name} can be read by itself, and is the same there`, async () => {
    const single = OPERATIONS.find(
      ([, one]) => one.method === 'GET' && one.path.startsWith(`${path}/{`) && one.path.endsWith('}'),
    )
    assert.equal(single === undefined, name in WITHOUT_SINGLE, name)
    if (!single) return
    const item = (await listed()).at(-1) as Item
    const place = `${addressOf(name, sample).replace(/\?.*/, '')}/${idOf(item)}`
    const reply = await world.call(place, { key: org.key })
    assertAnswers(reply, single[0])
    for (const field of Object.keys(item)) assert.deepEqual(reply.body[field], item[field], field)
  })

  test(`${name} filtered by a field of its items lists exactly those that have the value`, async () => {
    const all = await listed()
    for (const filter of Object.keys(query)) {
      for (const value of new Set(all.map(item => item[filter]).filter(value => typeof value === 'string'))) {
        assert.deepEqual(
          (await listed({ [filter]: value })).map(idOf),
          all.filter(item => item[filter] === value).map(idOf),
          `${filter}=${value}`,
        )
      }
    }
  })
}
