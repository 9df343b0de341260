/** Every list as a CSV file: the rows of all its pages, in their order, from this organization alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { EXPORTED_LISTS } from '#contract/console/list-export.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import { storeRandomPortfolio } from '../domain/rent-roll/random-portfolio.ts'
import { property, store, unit } from '../records.ts'
import { useWorld } from '../world.ts'
import { type Office, openOffice, walk } from './office.ts'

const world = useWorld()

const download = async (office: Office, list: string, filters = '') => {
  const reply = await office.call('GET', `/lists/${list}${filters && `?filters=${encodeURIComponent(filters)}`}`)
  assert.equal(reply.status, 200, reply.text)
  return parse(reply.text, { columns: true }) as Record<string, string>[]
}

const COMPARED = [
  ['units', 'unit_id', ''],
  ['units', 'unit_id', 'group=OCCUPIED&sort=-market_rent_cents'],
  ['leases', 'lease_id', ''],
  ['leases', 'lease_id', 'status=ACTIVE&sort=balance_cents'],
  ['residents', 'resident_id', 'sort=email'],
  ['properties', 'property_id', ''],
  ['owners', 'owner_id', 'sort=-name'],
] as const

test('an exported file has the rows of the pages, with the same filters and order', async () => {
  const office = await openOffice(world)
  await storeRandomPortfolio(office.org, 'exported')
  const other = await openOffice(world)
  for (const [list, id, filters] of COMPARED) {
    const path = list === 'residents' ? 'all-residents' : list
    const pages = await walk(office, `/${path}?${filters}`, id)
    const rows = await download(office, list, filters)
    assert.deepEqual(
      rows.map(row => row[id]),
      pages,
      `${list} ${filters}`,
    )
    assert.deepEqual(await download(other, list, filters), [], 'another organization')
  }
})

test('every list can be exported, even an empty one, and filters that the page refuses are refused', async () => {
  const office = await openOffice(world)
  const needsId = ['lease-ledger', 'vendor-work-orders', 'deliveries']
  const hasRows = ['keys', 'members', 'administrative-log', 'failures']
  for (const list of EXPORTED_LISTS.filter(list => ![...needsId, ...hasRows].includes(list)))
    assert.deepEqual(await download(office, list), [], list)
  for (const list of needsId) assert.equal((await office.call('GET', `/lists/${list}`)).status, 404, list)
  assert.equal((await office.call('GET', '/lists/nonsense')).status, 404)
  const refused = await office.call('GET', '/lists/leases?filters=status%3DNONSENSE%26colour%3Dred')
  assert.equal(refused.status, 400)
  assert.deepEqual(refused.body.details?.map(({ path }) => path).toSorted(), ['colour', 'status'])
})

test('keys, members, failed calls and the whole administrative log can be exported, each for its own organization only', async () => {
  const office = await openOffice(world)
  const other = await openOffice(world)
  const made = await office.write('POST', '/keys', { name: '=key', scopes: ['properties:read', 'accounting:read'] })
  const keys = await download(office, 'keys')
  assert.ok(keys.some(({ key_id }) => key_id === made.key_id))
  const [key] = keys.filter(({ key_id }) => key_id === made.key_id)
  assert.deepEqual([key?.name, key?.scopes, key?.api_key], ["'=key", 'properties:read accounting:read', undefined])
  const data = (await office.rows('/members')) as { email: string }[]
  const emails = (rows: { email?: string }[]) => rows.map(({ email }) => email)
  assert.deepEqual(emails(await download(office, 'members')), emails(data))
  assert.notDeepEqual(emails(await download(other, 'members')), emails(data))

  for (let number = 0; number < 210; number++)
    await office.org.within(context => logAdministration(context, 'test.entry', `e${number}`, {}))
  const ids: string[] = []
  for (let before = ''; ; ) {
    const page = (await office.read(`/administrative-log?limit=200${before && `&before=${before}`}`)) as unknown as {
      data: { id: string }[]
      next: string | null
    }
    ids.push(...page.data.map(({ id }) => id))
    if (page.next === null) break
    before = page.next
  }
  assert.ok(ids.length > 210)
  const log = await download(office, 'administrative-log')
  assert.deepEqual(
    log.map(({ id }) => id),
    ids,
  )
  const [entry] = await download(office, 'administrative-log', 'action=key.create')
  assert.deepEqual([entry?.subject, JSON.parse(entry?.after ?? '').name], [made.key_id, '=key'])
  assert.ok((await download(other, 'administrative-log')).every(({ subject }) => !ids.includes(subject ?? '')))

  await world.call('/properties/none', office.org)
  const [failure] = await download(office, 'failures', 'window=1h')
  assert.deepEqual([failure?.status, failure?.calls], ['404', '1'])
})

test('a long list is complete, has the names of records, and contains no formula', async () => {
  const office = await openOffice(world)
  const maple = property({ name: 'Maple Court' })
  const all = Array.from({ length: 620 }, (_, index) => unit(maple, { label: index === 7 ? '=cmd()' : `U${index}` }))
  const units = [...all]
  await store(office.org, { properties: [maple] })
  // If more units were stored at once, their search words would be left to upkeep, and another test in this process
  // waits until upkeep has nothing to do.
  while (units.length > 0) await store(office.org, { units: units.splice(0, 50) })
  const rows = await download(office, 'units', 'limit=1&offset=5')
  assert.equal(new Set(rows.map(({ unit_id }) => unit_id)).size, 620)
  assert.ok(rows.some(({ label }) => label === `'=cmd()`))
  const made = await office.write('POST', '/work-orders', {
    title: 'Tap',
    property_id: maple.id,
    unit_id: all[0]?.id,
  })
  const [order] = await download(office, 'work-orders')
  assert.equal(order?.work_order_id, made.work_order_id)
  assert.deepEqual([order?.property, order?.unit], ['Maple Court', 'Maple Court · U0'])
})
