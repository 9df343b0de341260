/** How often a secret may be guessed, in a process that remembers a limited number of names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import { ATTEMPT_SPAN_MS, attemptLimit } from '#server/platform/members/attempt-limit.ts'

test('attempts from many networks, or for many links, do not make the attempts of an account be forgotten', () => {
  let now = 1_000
  const attempts = attemptLimit({ clock: { now: () => now }, limits: { account: 2, network: 100, links: 5 } })
  const guess = () => attempts.take(['account:dana@example.com'])
  guess()
  guess()
  for (let number = 0; number < 30_000; number++) attempts.take([`network:${number}`, `links:${number}@example.com`])
  assert.throws(guess, error => error instanceof Refusal && error.code === 'rate_limited')
  now += ATTEMPT_SPAN_MS
  guess()
})
