/** The journal of examples/, run as a separate process with the packed client against the real service: killed, started again, and compared. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeaseRecord } from '#client/index.ts'
import { addDays } from '#server/base/dates.ts'
import { createRandom } from '#server/seed/random.ts'
import { signedIn } from '../console/visitor.ts'
import { storeConsoleSample } from '../contract/console-exercises.ts'
import { openWrites, WRITES } from '../service/mixed-load.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { type Organization, useWorld } from '../world.ts'
import { type Examples, openExamples } from './example-programs.ts'

const world = useWorld({ role: 'all', own: true })
let examples: Examples
before(async () => {
  examples = await openExamples(world)
})
after(() => examples?.[Symbol.asyncDispose]())

test('the journal balances and agrees with the rent roll of every day after all writes, whenever it was killed, and posts nothing twice', async () => {
  const org = await world.organization({ plan: 'ENTERPRISE' })
  const sample = await storeConsoleSample(world, org)
  await using receiver = await openReceiver()
  const random = createRandom('journal')
  const writes = await openWrites(sample, [receiver], () => random.between(0, 1))
  const admin = await signedIn(world, org, 'OWNER')
  await examples.runUntilKilled('journal.ts', org, 'journal.db', '/export', 1)
  const names = WRITES.filter(name => /lease|invoice|payment|deposit|charge/i.test(name))
  for (let round = 0; round < repeats(1, 6); round++) {
    for (const name of random.shuffle([...names])) {
      const { path, method, body } = await writes.of(name)
      const reply = await admin.call(path, { method, ...(body !== undefined && { body }) })
      writes.hear(name, reply.body)
    }
    await assertAgrees(org)
  }
  // The steps that are rarely chosen at random, because few records allow them.
  const step = async (path: string, body: object) => (await admin.call(admin.inside(path), { body })).status < 300
  const steps = {
    return: { amount_cents: 100 },
    withhold: { deductions: [{ description: 'Carpet', amount_cents: 100 }] },
  }
  for (const [name, body] of Object.entries(steps)) {
    const [held] = (await leasesOf(org)).filter(({ deposit_held_cents }) => (deposit_held_cents ?? 0) > 100)
    assert.ok(await step(`/leases/${held?.lease_id}/${name}-deposit`, body), name)
    await assertAgrees(org)
  }
  let isReversed = false
  for await (const { payment_id } of examples.clientOf(org).eachPayment()) {
    isReversed ||= await step(`/payments/${payment_id}/reverse`, { reason: 'Insufficient funds' })
  }
  assert.ok(isReversed)
  await assertAgrees(org)
  await examples.runUntilKilled('journal.ts', org, 'journal.db', '/changes', 1)
  const before = lines()
  assert.ok(before.length > 20)
  await examples.run(['journal.ts', 'sync'], examples.settingsOf(org, 'journal.db'))
  assert.deepEqual(lines(), before)
  forgetCheckpoint()
  await examples.run(['journal.ts', 'sync'], examples.settingsOf(org, 'journal.db'))
  assert.deepEqual(lines(), before, 'a new copy of the same records posts nothing')
  const csv = (await examples.run(['journal.ts', 'csv'], examples.settingsOf(org, 'journal.db'))).trim().split('\n')
  assert.equal(csv.length, before.length + 1)
  assert.match(
    csv[1] as string,
    /^1,\d{4}-\d\d-\d\d,prop_\w+,lease_\w+,[a-z]+_\w+,"\d{4} [\w ]+",(\d+\.\d\d,|,\d+\.\d\d),".+"$/,
  )
  postLineOf('lease_gone')
  forgetCheckpoint()
  await examples.run(['journal.ts', 'sync'], examples.settingsOf(org, 'journal.db'))
  const reversed = lines().slice(before.length + 2)
  assert.deepEqual(
    reversed.map(({ account, cents }) => `${account.slice(0, 4)} ${cents}`),
    ['1200 -100', '4000 100'],
    'the lines of a lease that is not in the restored database are reversed',
  )
})

type Line = { ledger_line: string; day: string; property: string; account: string; cents: number }

function lines(): Line[] {
  using db = examples.open('journal.db')
  return db.prepare('select ledger_line, day, property, account, cents from journal order by line').all() as Line[]
}

async function leasesOf(org: Organization): Promise<LeaseRecord[]> {
  const leases: LeaseRecord[] = []
  for await (const lease of examples.clientOf(org).eachLease()) leases.push(lease)
  return leases
}

/** What was owed at the end of each day, in all and by property, and what is held now. */
type Figures = { owed: Record<string, number>; held: number }

async function figuresOf(org: Organization, today: string): Promise<Figures> {
  const leases = await leasesOf(org)
  const owed: Record<string, number> = {}
  for (const scope_id of ['portfolio', ...new Set(leases.map(({ property_id }) => property_id))]) {
    for (const ago of [0, 1, 9, 20, 45, 400]) {
      const as_of_date = addDays(today, -ago)
      const { totals } = await examples.clientOf(org).getRentRoll({ scope_id, as_of_date })
      const { balance_cents, future_residents_balance_cents, former_residents_balance_cents } = totals
      owed[`${scope_id} ${as_of_date}`] =
        balance_cents + future_residents_balance_cents + former_residents_balance_cents
    }
  }
  return { owed, held: leases.reduce((sum, { deposit_held_cents }) => sum + (deposit_held_cents ?? 0), 0) }
}

function journaled({ owed }: Figures, today: string): Figures {
  const posted = lines()
  const balanceOf = (account: string, until: string, scope = 'portfolio') =>
    posted
      .filter(line => line.day <= until && (scope === 'portfolio' || scope === line.property))
      .reduce((sum, line) => sum + (line.account.startsWith(account) ? line.cents : 0), 0)
  const places = Object.keys(owed).map(place => [place, ...place.split(' ')] as [string, string, string])
  return {
    owed: Object.fromEntries(places.map(([place, scope, day]) => [place, balanceOf('1200', day, scope)])),
    held: -balanceOf('2100', today),
  }
}

/** Compares the balances of the journal with the rent rolls of several days and with the deposits that are held. */
async function assertAgrees(org: Organization): Promise<void> {
  const { today } = await examples.clientOf(org).getOrganization()
  const wanted = await figuresOf(org, today)
  let found: Figures | undefined
  await until(async () => {
    await examples.run(['journal.ts', 'sync'], examples.settingsOf(org, 'journal.db'))
    found = journaled(wanted, today)
    return JSON.stringify(found) === JSON.stringify(wanted)
  }, 20_000).catch(() => {})
  assert.deepEqual(found, wanted)
  for (const [line, entry] of Map.groupBy(lines(), ({ ledger_line }) => ledger_line)) {
    assert.equal(
      entry.reduce((sum, { cents }) => sum + cents, 0),
      0,
      line,
    )
  }
}

/** Posts a line of a lease that the service does not have. */
function postLineOf(lease: string): void {
  using db = examples.open('journal.db', false)
  db.prepare('insert into leases (id, property, is_read) values (?, ?, 1)').run(lease, 'prop_gone')
  const insert = db.prepare(
    `insert into journal (ledger_line, day, property, lease, record, account, cents, memo)
     values ('gone', '2026-01-05', 'prop_gone', ?, 'inv_gone', ?, ?, 'Rent')`,
  )
  insert.run(lease, '1200 Accounts receivable', 100)
  insert.run(lease, '4000 Rental income', -100)
}

function forgetCheckpoint(): void {
  using db = examples.open('journal.db', false)
  db.exec('delete from progress')
}
