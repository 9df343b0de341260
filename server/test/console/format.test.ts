/** Amounts and payments as pages show them, and amounts as members type them. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { centsOf } from '../../../console/src/kit/cents.ts'
import { instant, isDay, money } from '../../../console/src/kit/format.ts'
import { lossToLease, messageInWords } from '../../../console/src/kit/words.ts'
import { paidBy } from '../../../console/src/money/payment-words.ts'

test('an amount of nothing has no sign, and any other keeps its own', () => {
  assert.deepEqual([0, -0, -40, -120_000].map(money), ['$0.00', '$0.00', '-$0.40', '-$1,200.00'])
})

test('a payment is named by its method and its reference, and neither is said twice', () => {
  assert.equal(paidBy({ method: 'CHECK', reference: '1042' }), 'Check 1042')
  assert.equal(paidBy({ method: 'MONEY_ORDER', reference: null }), 'Money order')
  assert.equal(paidBy({ method: 'ACH', reference: 'ACH 191461872' }), 'ACH 191461872')
  assert.equal(paidBy({ method: 'CARD', reference: 'Card ending 5008' }), 'Card ending 5008')
  assert.equal(paidBy({ method: 'OTHER', reference: 'Housing authority' }), 'Housing authority')
  assert.equal(paidBy({ method: 'OTHER', reference: null }), null)
})

test('an amount is read as people type it or paste it from a spreadsheet, and nothing else is an amount', () => {
  const amounts = ['1425.5', ' $1,234.5 ', '$1200', '$ 1,200.00 ', '-$3', '.50', '12.', '-0', '1,234,567.89']
  assert.deepEqual(amounts.map(centsOf), [142_550, 123_450, 120_000, 120_000, -300, 50, 1_200, 0, 123_456_789])
  for (const text of ['', '.', '$', '1,23', '12,34.5', '1.234', '1.234,50', '1e3', '--1', '5-', '(5)', 'ten']) {
    assert.ok(Number.isNaN(centsOf(text)), text)
  }
})

test('a message of the service has its statuses and days as pages write them, but not what it quotes', () => {
  const written = [
    ['An invoice that is PARTIALLY_PAID cannot be voided.', 'An invoice that is partially paid cannot be voided.'],
    ['must be 0 or less for a CONCESSION', 'must be 0 or less for a concession'],
    ['must be 0 or more. Use a CONCESSION to lower the rent', 'must be 0 or more. Use a concession to lower the rent'],
    ['must not be PRIMARY, because', 'must not be primary, because'],
    [
      'dana@example.com is the last OWNER. Make another member an OWNER first.',
      'dana@example.com is the last owner. Make another member an owner first.',
    ],
    [
      'Only an OWNER may add, change or remove an OWNER. Your role here is ADMIN.',
      'Only an owner may add, change or remove an owner. Your role here is admin.',
    ],
    ['dana@example.com is already a member, as VIEWER.', 'dana@example.com is already a member, as viewer.'],
    ['Unit 204 is not offline on 2026-03-15.', 'Unit 204 is not offline on Mar 15, 2026.'],
    ['“2026-03-15” is not an amount.', '“2026-03-15” is not an amount.'],
    // The words of CommitOutcomeUnknown in server/src/http/replies.ts.
    [
      'It was lost. Send the call again with the same Idempotency-Key.',
      'It was lost. Send it again: it is saved only once.',
    ],
    ['must be an instant such as 2027-01-31T00:00:00Z', 'must be an instant such as 2027-01-31T00:00:00Z'],
  ]
  for (const [message, words] of written) assert.equal(messageInWords(message as string), words)
})

test('text from a URL is a day only if the calendar has it', () => {
  assert.deepEqual(['2026-02-28', '2028-02-29', '2026-12-31'].filter(isDay).length, 3)
  assert.deepEqual(['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-3-1', 'abc', ''].filter(isDay), [])
})

test('rents above the market are a gain to lease', () => {
  assert.deepEqual([2_500, 0, -17_500].map(lossToLease), [
    '$25.00 loss to lease',
    '$0.00 loss to lease',
    '$175.00 gain to lease',
  ])
})

test('a log states the year of an entry unless it is the present one where the organization is', () => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2027-01-01T02:00:00Z') })
  try {
    const shown = (at: string, zone: string) => instant(at, zone, 'log').replaceAll('\u00a0', ' ')
    assert.equal(shown('2026-12-31T23:30:05Z', 'America/Chicago'), 'Dec 31, 5:30:05 PM')
    assert.equal(shown('2026-01-01T05:59:59Z', 'America/Chicago'), 'Dec 31, 2025, 11:59:59 PM')
    assert.equal(shown('2026-12-31T23:30:05Z', 'UTC'), 'Dec 31, 2026, 11:30:05 PM')
    assert.equal(shown('2027-01-01T00:30:00Z', 'UTC'), 'Jan 1, 12:30:00 AM')
  } finally {
    mock.timers.reset()
  }
})
