/**
 * The cost of reading: each read of the API against two baselines, measured alternately under the same load, in organizations of several sizes.
 *
 * `plain` is what a good engineer would write by hand, over tables that store what is true today (see reads/plain/); `same SQL` runs the service's
 * own statements without its pipeline (see reads/bare.ts). All three must give the same replies before they are measured. Each runs in its own
 * process. Options: --units 400,10000 --months 36 --rounds 3 --seconds 0.6 --only NAME. The published table covers 400, 10,000 and 50,000 units;
 * seeding the last one alone takes about seven minutes.
 */
import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { printAims } from './measure/aims.ts'
import { measureAlternately, openLoad } from './measure/alternate.ts'
import type { Call } from './measure/load.ts'
import { print } from './measure/print.ts'
import { fillPlain } from './reads/plain/fill.ts'
import { type ReadRequests, readsOf } from './reads/requests.ts'
import { openServers, type Servers } from './reads/servers.ts'
import { openSetup, type Setup } from './reads/setup.ts'
import { aimsOf, headerOf, type Line, lineOf, summaryOf } from './reads/table.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '400,10000' },
    months: { type: 'string', default: '36' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.6' },
    only: { type: 'string', default: '' },
  },
})
const length = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
/** How many records of each read are compared between the three servers. */
const COMPARED = 8

const lines: Line[] = []
const load = openLoad()
print(headerOf(length))
for (const units of values.units.split(',').map(Number)) {
  const setup = await openSetup(units, Number(values.months))
  try {
    await measure(units, setup)
  } finally {
    await setup.close()
  }
}
await load.close()
print('')
print(summaryOf(lines))
printAims(aimsOf(lines))

async function measure(units: number, setup: Setup): Promise<void> {
  const began = performance.now()
  await fillPlain(setup)
  const filled = (performance.now() - began) / 1000
  print('')
  print(`${units.toLocaleString('en-US')} units, seeded in ${setup.seconds.toFixed(1)} s: ${setup.made}.`)
  print(`The plain tables were filled in ${filled.toFixed(1)} s.`)
  const { servers, close } = await openServers(setup)
  try {
    const reads = await readsOf(setup.connection)
    for (const { paths } of reads) await expectSameReplies(paths.slice(0, COMPARED), servers, setup)
    for (const read of reads.filter(({ name }) => name.startsWith(values.only))) {
      const { name, isFirstPage } = read
      const calls = callsOf(read, setup)
      const { service, bare, plain } = servers
      const called = { service: { ...service, calls }, bare: { ...bare, calls }, plain: { ...plain, calls } }
      const line = { units, name, isFirstPage, ...(await measureAlternately(load, called, length)) }
      lines.push(line)
      print(lineOf(line))
    }
  } finally {
    await close()
  }
}

/** Steps through paths and keys in parallel, because a key may make only 100,000 calls per minute, so a few keys are not enough. */
function callsOf({ paths }: ReadRequests, { keys }: Setup): Call[] {
  return Array.from({ length: Math.max(paths.length, keys.length) }, (_, index) => ({
    path: paths[index % paths.length]!,
    key: keys[index % keys.length]!,
  }))
}

async function expectSameReplies(paths: string[], servers: Servers, { keys }: Setup): Promise<void> {
  const headers = { 'x-api-key': keys[0]! }
  const ask = async (url: string) => {
    const reply = await fetch(url, { headers })
    return { status: reply.status, body: await reply.json() }
  }
  for (const path of paths) {
    const { service, bare, plain } = servers
    const expected = await ask(service.url + path)
    assert.equal(expected.status, 200, path)
    assert.deepEqual(await ask(bare.url + path), expected, path)
    assert.deepEqual(await ask(plain.url + path), expected, path)
  }
}
