/**
 * Measures how long the console's lists and its search take in a large organization, one call at a time over HTTP: the first page of every list,
 * with each value of each filter and order, and searches for residents and units by what a member remembers. Options: --units 50000 --months 1
 * --rounds 5.
 */
import { parseArgs } from 'node:util'
import { CONSOLE_PREFIX } from '#contract/console.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { addUpPayments } from '#server/domain/payments/sums.ts'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { addUser } from '#server/platform/members/changes.ts'
import { hashPassword } from '#server/sign-in/password.ts'
import { type ConsoleCall, listCalls, searchCalls } from './console-lists/calls.ts'
import { printAims } from './measure/aims.ts'
import { addSeeded, asOwner, openDatabase, settle } from './measure/database.ts'
import { print } from './measure/print.ts'
import { openProgram } from './measure/program.ts'
import { median } from './measure/quantile.ts'
import type { Answer, Question } from './measure/serve.ts'
import { signIn } from './measure/sign-in.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '50000' },
    months: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
  },
})
const [units, months, rounds] = [values.units, values.months, values.rounds].map(Number) as [number, number, number]
const LIST_AIM_MS = 60
const SEARCH_AIM_MS = 50
const SHOWN = 12
/** A member may make 600 calls per minute, so they take turns. */
const MEMBERS = 24
const PASSWORD = 'a password for benchmarks'

const { connection, pools, session, close } = await openDatabase()
const organization = await addSeeded(session, 'Large', { units, months, seed: 'large' })
const emails = Array.from({ length: MEMBERS }, (_, index) => `member-${index}@example.com`)
const passwordHash = await hashPassword(PASSWORD)
await session.withMembers(organization.id, async context => {
  for (const email of emails) await addUser(context, { email, role: 'ADMIN', passwordHash })
})
// No worker runs here, so the words of the seeded records, by which searches find them, and the sums of their payments are made first.
await indexDueRecords(pools)
while ((await addUpPayments(pools)) > 0);
const { propertyId, residents } = await asOwner(connection, async owner => {
  await settle(owner)
  const largest = await owner.query(
    'select property_id as id from units group by property_id order by count(*) desc limit 1',
  )
  const known = await owner.query(
    `select r.first_name, r.last_name, r.phone, p.name as property, u.label
       from (select * from residents order by md5(id) limit 100) r
       join lease_residents lr on lr.organization_id = r.organization_id and lr.resident_id = r.id
       join leases l on l.organization_id = r.organization_id and l.id = lr.lease_id
       join units u on u.organization_id = r.organization_id and u.id = l.unit_id
       join properties p on p.organization_id = r.organization_id and p.id = u.property_id`,
  )
  return { propertyId: largest.rows[0].id as string, residents: known.rows }
})
const service = openProgram<Question, Answer>(`${import.meta.dirname}/measure/serve.ts`)
const { url } = await service.ask({ connection })
let turn = 0

try {
  const cookies = await Promise.all(emails.map(email => signIn(url, { email, password: PASSWORD })))
  print(`${units.toLocaleString('en-US')} units; medians of ${rounds} calls, one at a time`)
  const lists = await measure(listCalls(propertyId, residents[0].last_name), cookies)
  const searches = await measure(searchCalls(residents), cookies)
  const slowest = lists[0]!
  const p95 = searches[Math.floor(searches.length / 20)]!
  printSlowest('lists, with each filter and order', lists)
  printSlowest('searches', searches)
  printAims([
    {
      what: `The first page of every list of the console, with each filter and order, of ${units.toLocaleString('en-US')} units`,
      aim: `at most ${LIST_AIM_MS} ms`,
      measured: `${slowest.ms.toFixed(1)} ms (${slowest.name})`,
      isMet: slowest.ms <= LIST_AIM_MS,
    },
    {
      what: `A search of the console, 95th percentile, of ${units.toLocaleString('en-US')} units`,
      aim: `below ${SEARCH_AIM_MS} ms`,
      measured: `${p95.ms.toFixed(1)} ms`,
      isMet: p95.ms < SEARCH_AIM_MS,
    },
  ])
} finally {
  await service.close()
  await close()
}

type Measured = { name: string; ms: number }

/** The median time of each call, the slowest call first. Each is made once before, so that its statement is prepared. */
async function measure(calls: readonly ConsoleCall[], cookies: readonly string[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const call of calls) {
    await timeOf(call, cookies)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await timeOf(call, cookies))
    measured.push({ name: call.name, ms: median(times) })
  }
  return measured.sort((one, other) => other.ms - one.ms)
}

async function timeOf({ name, path }: ConsoleCall, cookies: readonly string[]): Promise<number> {
  const cookie = cookies[turn++ % cookies.length]!
  const began = performance.now()
  const reply = await fetch(
    `${url}${CONSOLE_PREFIX}/organizations/${idFromUuid('organization', organization.id)}${path}`,
    { headers: { cookie } },
  )
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${name} was answered ${reply.status}: ${text}`)
  return performance.now() - began
}

function printSlowest(what: string, measured: readonly Measured[]): void {
  print('')
  print(`${measured.length} ${what}: median ${median(measured.map(({ ms }) => ms)).toFixed(1)} ms; the slowest:`)
  for (const { name, ms } of measured.slice(0, SHOWN)) print(`${ms.toFixed(1).padStart(8)} ms  ${name}`)
}
