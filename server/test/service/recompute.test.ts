/** `recompute` finds data stored by day that does not follow from the facts, and corrects it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idFromUuid } from '#server/base/ids.ts'
import { postEntries } from '#server/domain/ledger/money-of-leases.ts'
import { checkBalances } from '../domain/balances-audit.ts'
import { lease, on, property, rate, resident, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'
import { connectionString, gatehouse, until } from './processes.ts'

const world = useWorld({ own: true })
const LEASES = 4
const LIMIT_MS = 60_000

/** A copy of the organization: the function reads what has changed since the last time until it names a record. */
async function copyOf({ key }: Organization): Promise<(type: string, id: string) => Promise<void>> {
  const { text } = await world.call('/export', { key })
  let { cursor } = JSON.parse(text.slice(0, text.indexOf('\n')))
  return async (type, id) => {
    const seen: unknown[] = []
    // A transaction in the database of another test may hold the changes back for a moment.
    await until(async () => {
      const { body } = await world.call(`/changes?after=${cursor}`, { key })
      seen.push(...body.data.filter(change => change.type === type).map(change => change.id))
      cursor = body.next_cursor
      return seen.includes(id)
    }, LIMIT_MS)
  }
}

test('recompute --check reports what does not follow from the entries, recompute repairs it, and other organizations stay as they are', async () => {
  const [organization, other] = [await world.organization(), await world.organization()]
  const leaseIds = await openLeases(organization)
  const otherIds = await openLeases(other)
  await charge(organization, leaseIds)
  await charge(other, otherIds.slice(1))
  assert.deepEqual(await recompute(organization, 'check'), { code: 0, keys: LEASES, differences: [] })

  const [changed, missing, added] = leaseIds as [string, string, string]
  await world.sql(
    'update lease_balances set receivable_cents = receivable_cents + 1 where organization_id = $1 and lease_id = $2',
    [organization.id, changed],
  )
  await world.sql('delete from lease_balances where organization_id = $1 and lease_id = $2', [organization.id, missing])
  await world.sql(`insert into lease_balances values ($1, $2, '2001-01-01', 1, 2, 3)`, [organization.id, added])
  await world.sql('delete from lease_balances where organization_id = $1 and lease_id = $2', [other.id, otherIds[1]])

  const found = await recompute(organization, 'check')
  assert.equal(found.code, 1)
  assert.deepEqual([...new Set(found.differences.map(({ key }) => key))].sort(), [changed, missing, added].sort())
  const kinds = found.differences.map(
    ({ stored, computed }) => `${stored ? 'stored' : '-'} ${computed ? 'computed' : '-'}`,
  )
  assert.deepEqual([...new Set(kinds)].sort(), ['- computed', 'stored -', 'stored computed'])
  assert.deepEqual(await recompute(organization, 'check'), found, 'a check changes nothing')

  assert.deepEqual({ ...(await recompute(organization)), code: 1 }, found)
  await checkBalances(world, organization.id)
  assert.deepEqual(await recompute(organization, 'check'), { code: 0, keys: LEASES, differences: [] })
  assert.equal((await recompute(other, 'check')).differences.length, 1)

  const everywhere = await gatehouse(['recompute'], settings())
  assert.equal(everywhere.code, 0, everywhere.stderr)
  assert.match(everywhere.stdout, /stored no row, computed \{.*"receivable_cents":900/)
  assert.match(everywhere.stdout, /lease_balances: \d+ leases checked, 1 difference, corrected\.$/m)
  await checkBalances(world, other.id)
})

test('recompute finds a status history that does not follow from the facts, and repairs it', async () => {
  const organization = await world.organization()
  await openLeases(organization)
  assert.deepEqual(await recompute(organization, 'check'), { code: 0, keys: LEASES, differences: [] })
  const spans = () =>
    world.sql('select * from unit_status_spans where organization_id = $1 order by unit_id, from_day', [
      organization.id,
    ])
  const right = await spans()
  const [changed, missing, moved] = [...new Set(right.map(({ unit_id }) => unit_id))] as [string, string, string]
  const all = 'organization_id = $1 and unit_id = $2'
  await world.sql(`update unit_status_spans set next_lease_id = 'lease_none' where ${all}`, [organization.id, changed])
  await world.sql(`delete from unit_status_spans where ${all}`, [organization.id, missing])
  await world.sql(`update unit_status_spans set from_day = from_day - 1 where ${all}`, [organization.id, moved])
  const found = await recompute(organization, 'check')
  assert.equal(found.code, 1)
  assert.deepEqual([...new Set(found.differences.map(({ key }) => key))].sort(), [changed, missing, moved].sort())
  assert.deepEqual({ ...(await recompute(organization)), code: 1 }, found)
  assert.deepEqual(await spans(), right)
})

test('recompute finds numbers of units that do not follow from the units, and repairs them', async () => {
  const organization = await world.organization()
  await openLeases(organization)
  const counts = () =>
    world.sql('select * from unit_counts where organization_id = $1 and change <> 0 order by property_id, day', [
      organization.id,
    ])
  const right = await counts()
  assert.deepEqual(
    right.map(({ change }) => change),
    [LEASES],
  )
  const { property_id: id } = right[0] as { property_id: string }
  const copyReads = await copyOf(organization)
  for (const wrong of [
    'update unit_counts set change = change + 1 where organization_id = $1',
    'delete from unit_counts where organization_id = $1',
    `update unit_counts set day = day - 1 where organization_id = $1`,
  ]) {
    await world.sql(wrong, [organization.id])
    const found = await recompute(organization, 'check')
    assert.equal(found.code, 1, wrong)
    assert.deepEqual([...new Set(found.differences.map(({ key }) => key))], [id])
    assert.deepEqual({ ...(await recompute(organization)), code: 1 }, found)
    assert.deepEqual(await counts(), right, wrong)
    await copyReads('property', id)
  }
})

test('recompute finds days of listings that do not follow from the facts, and repairs them', async () => {
  const organization = await world.organization()
  await openLeases(organization)
  const home = property()
  const [listed, other] = [unit(home, { is_listed: true }), unit(home)]
  await store(organization, { properties: [home], units: [listed, other], rates: [rate(listed), rate(other)] })
  const shown = async () => (await world.call('/listings', { key: organization.key })).body.data.map(({ id }) => id)
  assert.deepEqual(await shown(), [listed.id])
  const copyReads = await copyOf(organization)
  for (const [key, wrong] of [
    [listed.id, 'update listing_spans set market_rent_cents = market_rent_cents + 1 where organization_id = $1'],
    [listed.id, 'delete from listing_spans where organization_id = $1'],
    [other.id, `insert into listing_spans select $1, '${other.id}', '2026-01-01', 'infinity', 'A', 'B', 'c', 'OH', 1`],
  ] as const) {
    await world.sql(wrong, [organization.id])
    const found = await recompute(organization, 'check', LEASES + 2)
    assert.deepEqual([...new Set(found.differences.map(difference => difference.key))], [key], wrong)
    assert.deepEqual({ ...(await recompute(organization, undefined, LEASES + 2)), code: 1 }, found)
    assert.deepEqual(await shown(), [listed.id], wrong)
    await copyReads('listing', key)
  }
})

test('recompute finds a status history of residents that does not follow from the leases, and repairs it', async () => {
  const organization = await world.organization()
  await openLeases(organization)
  const spans = () =>
    world.sql('select * from resident_status_spans where organization_id = $1 order by resident_id', [organization.id])
  const right = await spans()
  assert.equal(right.length, LEASES)
  const [changed, missing, moved] = right.map(one => one.resident_id) as [string, string, string]
  const all = 'organization_id = $1 and resident_id = $2'
  await world.sql(`update resident_status_spans set notice_given_on = '2026-01-01' where ${all}`, [
    organization.id,
    changed,
  ])
  await world.sql(`delete from resident_status_spans where ${all}`, [organization.id, missing])
  await world.sql(`update resident_status_spans set from_day = '2026-01-01' where ${all}`, [organization.id, moved])
  const found = await recompute(organization, 'check')
  assert.equal(found.code, 1)
  assert.deepEqual([...new Set(found.differences.map(({ key }) => key))].sort(), [changed, missing, moved].sort())
  assert.deepEqual({ ...(await recompute(organization)), code: 1 }, found)
  assert.deepEqual(await spans(), right)
})

test('recompute finds residents of a property that do not follow from the leases, and repairs them', async () => {
  const organization = await world.organization()
  await openLeases(organization)
  const stays = () =>
    world.sql('select * from resident_stays where organization_id = $1 order by resident_id', [organization.id])
  const right = await stays()
  assert.equal(right.length, LEASES)
  const [changed, missing, renamed] = right.map(one => one.resident_id) as [string, string, string]
  const all = 'organization_id = $1 and resident_id = $2'
  await world.sql(`update resident_stays set to_day = '2026-01-01' where ${all}`, [organization.id, changed])
  await world.sql(`delete from resident_stays where ${all}`, [organization.id, missing])
  await world.sql(`update resident_stays set last_name = 'Other' where ${all}`, [organization.id, renamed])
  const found = await recompute(organization, 'check')
  assert.equal(found.code, 1)
  assert.deepEqual([...new Set(found.differences.map(({ key }) => key))].sort(), [changed, missing, renamed].sort())
  assert.deepEqual({ ...(await recompute(organization)), code: 1 }, found)
  assert.deepEqual(await stays(), right)
})

type Recomputed = {
  code: number | null
  keys: number
  differences: { key: string; stored: object | null; computed: object | null }[]
}

async function recompute({ id }: Organization, check?: 'check', unitKeys = LEASES): Promise<Recomputed> {
  const words = ['recompute', '--org', idFromUuid('organization', id), '--json', ...(check ? ['--check'] : [])]
  const { code, stdout, stderr } = await gatehouse(words, settings())
  assert.equal(stderr, '')
  const { histories, differences, corrected } = JSON.parse(stdout)
  assert.equal(corrected, !check)
  const [units, leases] = histories
  assert.deepEqual(
    [units.name, units.keys, leases.name, leases.keys],
    ['unit_status_spans', unitKeys, 'lease_balances', LEASES],
  )
  const counted = histories.reduce((sum: number, history: { differences: number }) => sum + history.differences, 0)
  assert.equal(counted, differences.length)
  return { code, keys: LEASES, differences }
}

function settings() {
  return { DATABASE_URL: connectionString(world.database.connection) }
}

/** The IDs of some leases of one property. */
async function openLeases(organization: Organization): Promise<string[]> {
  const home = property()
  const units = Array.from({ length: LEASES }, () => unit(home))
  const leases = units.map(flat => lease(flat))
  const residents = leases.map(() => resident())
  const leaseResidents = leases.map((agreed, index) => on(agreed, residents[index] as { id: string }))
  await store(organization, { properties: [home], units, leases, residents, leaseResidents })
  return leases.map(({ id }) => id)
}

/** Charges rent to each of the leases. */
function charge(organization: Organization, leaseIds: readonly string[]): Promise<void> {
  const rent = {
    account: 'RECEIVABLE',
    code: 'RENT',
    amount_cents: 900,
    effective_on: '2026-03-15',
    description: 'Rent',
  } as const
  return organization.within(context =>
    postEntries(
      context,
      leaseIds.map(leaseId => ({ lease_id: leaseId, ...rent })),
    ),
  )
}
