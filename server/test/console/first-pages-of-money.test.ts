/**
 * Invoices and payments by resident and by property, whose first pages are found by walking through residents by name, or units by property and label:
 * each page, near and far, has the rows that the list has there when all of them are read in another order and sorted here.
 */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { FAR } from '#server/db/list-walk.ts'
import { invoice, lease, on, payment, property, resident, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { type Office, openOffice } from './office.ts'

type Fields = Record<string, unknown>

const world = useWorld({ own: true })
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))
const office = prepare(async () => {
  const opened = await openOffice(world)
  await storePortfolio(opened.org)
  await world.sql('analyze')
  return opened
})

/**
 * More invoices and payments than the offset at which all rows are sorted instead. Most are of the primary resident, some name nobody, a roommate, or a
 * former resident of the draft; some leases have no primary resident; several residents share each name, and some have no lease or several. Two properties share a name, and units of all share labels.
 */
async function storePortfolio(org: Office['org']): Promise<void> {
  const homes = ['Cedar', 'Éclair', 'Cedar', 'aspen'].map(name => property({ name }))
  const units = Array.from({ length: 300 }, (_, index) => unit(homes[index % 4]!, { label: `C${index >> 2}` }))
  const leases = units.map(of => lease(of))
  const named = (last_name: string) => resident({ first_name: 'Ann', last_name, email: null })
  const [primaries, roommates] = ['Doe', 'Éclair'].map(name => units.map((_, index) => named(`${name} ${index % 40}`)))
  const stranger = named('AAA')
  const of = (people: typeof primaries, index: number) => people?.[index] as ReturnType<typeof resident>
  const hasPrimary = (index: number) => index % 25 !== 7
  const residentOf = (index: number, turn: number) => {
    if (turn === 0) return null
    if (turn === 1 && index % 5 === 0) return of(roommates, index).id
    if (turn === 2 && index % 60 === 0) return stranger.id
    return hasPrimary(index) ? of(primaries, index).id : null
  }
  const money = leases.flatMap((each, index) =>
    [0, 1, 2, 3].map(turn => ({ each, resident_id: residentOf(index, turn) })),
  )
  await store(org, {
    properties: homes,
    units,
    leases,
    residents: [...(primaries ?? []), ...(roommates ?? []), stranger],
    leaseResidents: leases.flatMap((each, index) => [
      ...(hasPrimary(index) ? [on(each, of(primaries, index % 50 === 3 ? index + 1 : index))] : []),
      on(each, of(roommates, index), 'OCCUPANT'),
    ]),
    invoices: money.map(({ each, resident_id }) => invoice(each, { resident_id, is_draft: true })),
    payments: money.map(({ each, resident_id }, index) =>
      payment(each, index % 40 === 1 ? { resident_id, status: 'PENDING', received_at: null } : { resident_id }),
    ),
  })
}

async function all(path: string): Promise<Fields[]> {
  const rows: Fields[] = []
  for (;;) {
    const { data, pagination } = await office.read(`${path}limit=100&offset=${rows.length}`)
    rows.push(...(data as Fields[]))
    if (!pagination.hasMore) return rows
  }
}

type Named = { lease_id: string; resident_id: string; name: string; is_primary: boolean }

for (const { path, id } of [
  { path: '/invoices?', id: 'invoice_id' },
  { path: '/payments?', id: 'payment_id' },
  { path: '/payments?status=ALL&', id: 'payment_id' },
]) {
  for (const direction of [1, -1]) {
    const sort = direction === 1 ? 'resident_name' : '-resident_name'
    test(`${path} in the order ${sort} has the right rows on each page, near and far`, async () => {
      const people = await world.sql<Named>(
        `select lr.lease_id, lr.resident_id, lr.is_primary, r.full_name as name
           from lease_residents lr
           join residents r on r.organization_id = lr.organization_id and r.id = lr.resident_id
          where lr.organization_id = $1`,
        [office.org.id],
      )
      const residentsOf = Map.groupBy(people, ({ lease_id }) => lease_id)
      const keyOf = (row: Fields) => {
        const onLease = residentsOf.get(row.lease_id as string) ?? []
        const own = onLease.find(({ resident_id }) => resident_id === row.resident_id)
        return (own ?? onLease.find(({ is_primary }) => is_primary))?.name
      }
      const rows = (await all(path)).map(row => ({ id: row[id] as string, key: keyOf(row) }))
      const [known, others] = [rows.filter(({ key }) => key !== undefined), rows.filter(({ key }) => key === undefined)]
      const byCodePoint = (one = '', other = '') => Buffer.compare(Buffer.from(one), Buffer.from(other)) * direction
      known.sort((one, other) => byCodePoint(one.key, other.key) || byCodePoint(one.id, other.id))
      others.sort((one, other) => byCodePoint(one.id, other.id))
      assert.ok(others.length > 0)
      await expectPages(
        `${path}sort=${sort}&`,
        id,
        [...known, ...others].map(row => row.id),
      )
    })

    const place = direction === 1 ? 'property_name' : '-property_name'
    test(`${path} in the order ${place} has the right rows on each page, near and far`, async () => {
      const units = await world.sql<{ id: string; name: string; label: string }>(
        `select u.id, p.name, u.label
           from units u
           join properties p on p.organization_id = u.organization_id and p.id = u.property_id
          where u.organization_id = $1`,
        [office.org.id],
      )
      const placeOf = new Map(units.map(unit => [unit.id, unit]))
      const byCodePoint = (one: string, other: string) =>
        Buffer.compare(Buffer.from(one), Buffer.from(other)) * direction
      const rows = (await all(path)).map(row => ({ id: row[id] as string, place: placeOf.get(row.unit_id as string)! }))
      rows.sort(
        (one, other) =>
          byCodePoint(one.place.name, other.place.name) ||
          byCodePoint(one.place.label, other.place.label) ||
          byCodePoint(one.id, other.id),
      )
      await expectPages(
        `${path}sort=${place}&`,
        id,
        rows.map(row => row.id),
      )
    })
  }
}

async function expectPages(path: string, id: string, expected: readonly string[]): Promise<void> {
  const total = expected.length
  assert.ok(total > FAR + 10)
  assert.deepEqual(
    (await all(path)).map(row => row[id]),
    expected,
  )
  for (const offset of [0, 1, 11, FAR - 3, FAR - 1, FAR, total - 1, total]) {
    const { data, pagination } = await office.read(`${path}limit=3&offset=${offset}`)
    assert.deepEqual(
      (data as Fields[]).map(row => row[id]),
      expected.slice(offset, offset + 3),
      `3 from ${offset}`,
    )
    assert.equal(pagination.total, total)
  }
}
