/** The items of every list: each can be read by itself, and a filter finds exactly those that have its value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TArray, TObject } from 'typebox'
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

/** Words that only filters have: ALL leaves the status open, and MEDIUM is another word for NORMAL. */
const OTHER_WORDS = new Set(['ALL', 'MEDIUM'])

type Item = Record<string, unknown>
/** The first field of an item is its ID. */
const idOf = (item: Item) => Object.values(item)[0] as string

for (const [name, { path, parameters, success }] of LISTS) {
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

  const { data } = (success.schema as TObject).properties as { data: TArray<TObject> }
  for (const filter of Object.keys(query).filter(parameter => parameter in data.items.properties)) {
    test(`${name} filtered by ${filter} lists exactly the items that have the value`, async () => {
      const all = await listed()
      const present = all.map(item => item[filter]).filter(value => typeof value === 'string')
      assert.ok(present.length > 0, 'the sample has a value')
      // Without a value that no item has, a filter that is ignored would not show.
      const { enum: words = ['ZZ'] } = query[filter] as { enum?: string[] }
      for (const value of new Set([...present, ...words]).difference(OTHER_WORDS)) {
        assert.deepEqual(
          (await listed({ [filter]: value })).map(idOf),
          all.filter(item => item[filter] === value).map(idOf),
          value,
        )
      }
    })
  }
}
