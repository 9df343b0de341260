/** What a call takes is collected while it is young: what grows old is copied first, and stays until the whole heap is collected. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { load } from './load.ts'
import { connectionString, serve } from './processes.ts'

const CALLS = 1_000
/** So few that hardly any call is in flight during two collections of young objects, and so grows old rightly. */
const IN_FLIGHT = 4
/** The share that grows old is 2 to 3%, and 12% if each request holds a function of its own that refers to its reply. */
const MAX_PERCENT = 6

/** Makes V8 write a line about each collection to stdout. Node takes no such flag from the environment, but a module to begin with. */
const TRACE = `import { setFlagsFromString } from 'node:v8'
setFlagsFromString('--trace-gc-nvp')`

const world = useWorld({ own: true })
test('hardly anything of a call grows old', async () => {
  const organization = await world.organization()
  const { key } = await organization.issueKey({ requestsPerMinute: 100_000 })
  await using server = await serve({
    DATABASE_URL: connectionString(world.database.connection),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TRACE)}`,
  })
  const call = () => fetch(`${server.url}/api/v1/properties?limit=1`, { headers: { 'x-api-key': key } })
  const calls = Array.from({ length: CALLS }, () => call)
  // Of the first calls, V8 keeps what it has compiled and learned.
  await load(calls, IN_FLIGHT)
  const before = server.stdout().length

  const answered = await load(calls, IN_FLIGHT)

  assert.equal(answered.filter(({ status }) => status === 200).length, CALLS)
  const lines = server.stdout().slice(before)
  const percents = Array.from(lines.matchAll(/ gc=s .* promotion_ratio=([\d.]+)%/g))
    .map(([, percent]) => Number(percent))
    .toSorted((a, b) => a - b)
  const median = percents[percents.length >> 1]
  assert.ok(median !== undefined, 'V8 reported no collection of young objects')
  assert.ok(median < MAX_PERCENT, `${median}% of what was young grew old: ${percents.join(', ')}`)
})
