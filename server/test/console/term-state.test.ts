/** What the badge of each term of a lease says, and what its page says about its last days. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysNote, moveInName, rentOfTerm, termState } from '../../../console/src/leases/term-state.ts'

const TODAY = '2026-03-15'

test('only an active lease has a current term, and a draft has none that is past or next either', () => {
  const terms = ['2025-03-01', '2026-03-01', '2027-03-01'].map(starts_on => ({ starts_on }))
  const states = (status: Parameters<typeof termState>[0]['status']) =>
    terms.map(term => termState({ status, terms }, term, TODAY))
  assert.deepEqual(states('ACTIVE'), ['Past', 'Current', 'Next'])
  assert.deepEqual(states('FUTURE'), ['Next', 'Next', 'Next'])
  assert.deepEqual(states('ENDED'), ['Past', 'Past', 'Past'])
  assert.deepEqual(states('CANCELLED'), ['Canceled', 'Canceled', 'Canceled'])
  for (const status of ['DRAFT', 'PENDING_SIGNATURE'] as const)
    assert.deepEqual(states(status), ['Not signed', 'Not signed', 'Not signed'])
})

test('residents have moved in from the day of their move-in on, and before it, or before the lease begins, they are to move in', () => {
  const name = (day: string | null, hasBegun = true) => moveInName(day, { hasBegun, today: TODAY })
  assert.deepEqual(
    ['2026-03-14', TODAY, '2026-03-16'].map(day => name(day)),
    ['Moved in', 'Moved in', 'Moves in'],
  )
  assert.deepEqual(
    ['2026-03-14', null].map(day => name(day, false)),
    ['Moves in', 'Moves in'],
  )
  assert.equal(name(null), 'Moved in')
})

test('a term is current on its first day', () => {
  const terms = [{ starts_on: '2025-03-01' }, { starts_on: TODAY }]
  assert.deepEqual(
    terms.map(term => termState({ status: 'ACTIVE', terms }, term, TODAY)),
    ['Past', 'Current'],
  )
})

test('an active lease whose term has ended goes on from month to month, and its last day is stated once it is known', () => {
  const note = (end_date: string | null, move_out_date: string | null, status: 'ACTIVE' | 'ENDED' = 'ACTIVE') =>
    daysNote({ status, end_date, move_out_date }, TODAY)
  const goesOn = 'The term ended on Mar 14, 2026. The lease continues month to month until it is renewed or ended.'
  assert.equal(note('2026-03-14', null), goesOn)
  assert.equal(note(TODAY, null), undefined)
  assert.equal(note(null, null), undefined)
  assert.equal(note('2026-03-14', '2026-03-31'), 'Mar 31, 2026 is the last day of this lease. It is active until then.')
  assert.equal(note('2026-08-31', TODAY), 'Today is the last day of this lease. It is active through today.')
  assert.equal(note('2026-03-14', '2026-03-14', 'ENDED'), undefined)
})

test('an active lease says that its unit is not in service for as long as the residents stay', () => {
  const note = (unit_in_service_to: string, end_date: string | null, move_out_date: string | null = null) =>
    daysNote({ status: 'ACTIVE', end_date, move_out_date, unit_in_service_to }, TODAY)
  assert.match(
    note('2026-03-14', '2026-03-01')!,
    /^The unit has been out of service since Mar 14, 2026, .* end the lease\.$/,
  )
  assert.match(note('2026-03-31', '2026-03-01')!, /^The unit is in service through Mar 31, 2026 only, .* move out\.$/)
  assert.match(note('2026-03-31', null)!, /^The unit is in service through/)
  assert.match(note('2026-03-31', null, '2026-04-01')!, /^The unit is in service through/)
  assert.match(note('2026-03-31', null, '2026-03-31')!, /^Mar 31, 2026 is the last day/)
  assert.equal(note('2026-03-31', '2026-03-31'), undefined)
})

test('a current term shows the rent of today, a term that is over that of its last day, and a later term that of its first day', () => {
  const rent = (from: string, to: string | null, amount_cents: number) => ({
    code: 'RENT' as const,
    description: 'Rent',
    from,
    to,
    amount_cents,
  })
  const recurring_charges = [
    rent('2024-03-01', '2024-08-31', 100_000),
    rent('2024-09-01', '2025-02-28', 110_000),
    rent('2025-03-01', '2025-12-31', 120_000),
    rent('2026-01-01', '2026-04-30', 130_000),
    rent('2026-05-01', null, 140_000),
  ]
  const terms = ['2024-03-01', '2025-03-01', '2026-05-01'].map(starts_on => ({ starts_on }))
  const rents = (move_out_date: string | null) => {
    const lease = { recurring_charges, terms, move_out_date }
    return terms.map(term => rentOfTerm(lease, term, TODAY))
  }
  assert.deepEqual(rents(null), [110_000, 130_000, 140_000])
  // The lease ended in its second term, before the last raise.
  assert.deepEqual(rents('2025-11-30'), [110_000, 120_000, 140_000])
})
