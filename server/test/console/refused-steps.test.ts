/** Why a step is refused, as pages of the console say it: in the words of the office, and not in those of the API. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysOf } from '#server/base/keys-of.ts'
import { Refusal } from '#server/base/refusal.ts'
import { checkIssue, checkOwed, checkVoid, NEXT_STATUSES as INVOICES } from '#server/domain/invoices/rules.ts'
import { checkAdvance, NEXT_STATUSES as LEADS } from '#server/domain/leads/rules.ts'
import { ALLOWED, checkAllowed } from '#server/domain/leases/rules.ts'
import { NEXT_STATUSES as PAYMENTS, checkTransition as pay } from '#server/domain/payments/rules.ts'
import { NEXT_STATUSES as WORK_ORDERS, checkTransition as work } from '#server/domain/work-orders/rules.ts'
import { messageInWords } from '../../../console/src/kit/words.ts'

/** Calls `check` with every pair, and returns the messages of its refusals. */
function refusals<One, Other>(ones: readonly One[], others: readonly Other[], check: (one: One, other: Other) => void) {
  return ones.flatMap(one =>
    others.flatMap(other => {
      try {
        check(one, other)
        return []
      } catch (error) {
        assert.ok(error instanceof Refusal)
        return [error.message]
      }
    }),
  )
}

test('no reason for refusing a step has a status as the API writes it', () => {
  const invoices = keysOf(INVOICES)
  const leases = ['DRAFT', 'PENDING_SIGNATURE', 'FUTURE', 'ACTIVE', 'ENDED', 'CANCELLED'] as const
  const messages = [
    ...refusals(invoices, [checkIssue, checkOwed], (status, check) => check(status)),
    ...refusals(invoices, [true, false], (status, isPaidSince) => checkVoid({ status, lines: [] }, isPaidSince)),
    ...refusals(keysOf(ALLOWED), leases, checkAllowed),
    ...refusals(keysOf(LEADS), keysOf(LEADS), checkAdvance),
    ...refusals(keysOf(PAYMENTS), keysOf(PAYMENTS), pay),
    ...refusals(keysOf(WORK_ORDERS), keysOf(WORK_ORDERS), work),
  ]
  assert.ok(messages.length > 50)
  for (const message of messages) {
    assert.match(message, /[A-Z]{2}/)
    assert.doesNotMatch(messageInWords(message), /[A-Z]{2}/)
  }
  assert.equal(
    messageInWords('A work order that is CANCELLED cannot become ON_HOLD; it can become NEW.'),
    'A work order that is canceled cannot become on hold; it can become new.',
  )
  const id = '01m8evpqjye00ar3f1cwmg851d'
  assert.equal(
    messageInWords(`Another property is already named Elm: prop_${id}. Use a different name.`),
    'Another property is already named Elm. Use a different name.',
  )
  assert.equal(messageInWords(`Rotate its successor instead: key_${id}.`), 'Rotate its successor instead.')
  const named = 'Another vendor is already named PAID, LLC: vend_1. A PDF of the API is not an XLSX.'
  assert.equal(messageInWords(named), named)
})
