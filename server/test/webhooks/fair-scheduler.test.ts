/** Which deliveries are called next: a table of cases, each a sequence of events with the answers of the scheduler. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairScheduler, type Held, type Limits } from '#server/webhooks/fair-scheduler.ts'

const LIMITS: Limits = {
  held: 10,
  heldPerSubscription: 6,
  heldPerQuickSubscription: 8,
  refill: 3,
  calls: 4,
  callsPerSubscription: 2,
  callsPerQuickSubscription: 3,
  slowCalls: 3,
  quickMs: 50,
}

/**
 * Events name deliveries by their subscription and number: `a1` belongs to `a`. `claimed a1 b1`, `ok a1` (a call has succeeded), `quick a1`
 * (in less than 50 ms), `failed a1`, `skipped a1` (no call was made), `slow a1`, `settled a1`, `closed`. Answers: what begins, then after `/` what
 * is given back, then `claim` if more is to be claimed.
 */
const CASES: Record<string, [event: string, answer: string][]> = {
  'a subscription gets no more calls at once than its limit, and the next when one of them ends': [
    ['claimed a1 a2 a3', 'a1 a2'],
    ['ok a1', 'a3'],
    ['settled a1', ''],
  ],
  'subscriptions are served in turn: those that were served come last': [
    ['claimed a1 a2 a3 b1 b2 b3 c1', 'a1 a2 b1 b2'],
    ['ok a1', 'c1'],
    ['ok b1', 'a3'],
    ['ok b2', 'b3'],
  ],
  'a target that fails is called once at a time until it succeeds': [
    ['claimed a1 a2 a3 a4 a5', 'a1 a2'],
    ['failed a1', ''],
    ['failed a2', 'a3'],
    ['ok a3', 'a4 a5'],
  ],
  'a quick target gets more calls at once': [
    ['claimed a1 a2 a3 a4 a5', 'a1 a2'],
    ['quick a1', 'a3 a4'],
    ['ok a2', ''],
    ['ok a3', 'a5'],
  ],
  'a delivery that needs no call makes room like one that was called, and says nothing about its target': [
    ['claimed a1 a2 a3 a4', 'a1 a2'],
    ['skipped a1', 'a3'],
    ['failed a2', ''],
    ['skipped a3', 'a4'],
  ],
  'a call that turns slow gives back what waits behind it and makes room for others': [
    ['claimed a1 a2 a3 a4 b1 b2 c1 c2', 'a1 a2 b1 b2'],
    ['slow a1', 'c1 / a3 a4 claim'],
    ['slow a2', 'c2 / claim'],
  ],
  'deliveries claimed for a subscription while it turned slow are given back, but for those that begin': [
    ['claimed a1 a2', 'a1 a2'],
    ['slow a1', ' / claim'],
    ['claimed a3 a4', ' / a3 a4'],
    ['ok a1', ''],
    ['claimed a5 a6', 'a5 / a6'],
    ['ok a2', ''],
    ['claimed a7 a8', 'a7'],
  ],
  'no call begins while too many are slow, and one does once fewer are': [
    ['claimed a1 b1 c1 d1', 'a1 b1 c1 d1'],
    ['slow a1', ' / claim'],
    ['slow b1', ' / claim'],
    ['slow c1', ' / claim'],
    ['claimed e1', ''],
    ['ok a1', 'e1'],
  ],
  'more is claimed before a full subscription runs dry, and once it has': [
    ['claimed a1 a2 a3 a4 a5 a6', 'a1 a2'],
    ['ok a1', 'a3'],
    ['settled a1', ''],
    ['ok a2', 'a4'],
    ['settled a2', ''],
    ['ok a3', 'a5'],
    ['settled a3', ' / claim'],
    ['ok a4', 'a6'],
    ['settled a4', ''],
    ['ok a5', ''],
    ['settled a5', ''],
    ['ok a6', ''],
    ['settled a6', ' / claim'],
  ],
  'nothing begins once it is closed': [
    ['claimed a1 a2 a3', 'a1 a2'],
    ['closed', ''],
    ['ok a1', ''],
    ['claimed b1', ''],
  ],
}

for (const [name, steps] of Object.entries(CASES)) {
  test(name, () => {
    const { tell } = scheduler()
    assert.deepEqual(
      steps.map(([event]) => [event, tell(event)]),
      steps,
    )
  })
}

test('slow deliveries do not use up slots, and deliveries not started are handed over when the worker closes', () => {
  const { of, tell } = scheduler()
  tell('claimed a1 a2 a3 b1')
  assert.equal(of.room, LIMITS.held - 4)
  // One delivery stops counting because it is slow, another because it is given back.
  tell('slow a1')
  assert.equal(of.room, LIMITS.held - 2)
  tell('claimed b2 b3')
  tell('closed')
  assert.deepEqual(of.takeUnbegun(), ['b3'])
  assert.equal(of.room, LIMITS.held - 3)
})

test('a fast subscription may hold more deliveries, and a slow one only as many as can be sent', () => {
  const { of, tell } = scheduler()
  tell('claimed a1 a2 b1 b2 b3')
  assert.deepEqual(of.exceptions(), {})
  tell('quick a1')
  tell('slow b1')
  assert.deepEqual(of.exceptions(), { a: LIMITS.heldPerQuickSubscription, b: 0 })
  tell('failed b1')
  assert.deepEqual(of.exceptions(), { a: LIMITS.heldPerQuickSubscription, b: LIMITS.callsPerSubscription })
})

function scheduler() {
  const of = new FairScheduler<string>(LIMITS)
  const held = new Map<string, Held<string>>()
  const happen = (event: string, names: string[]) => {
    const one = held.get(names[0] as string) as Held<string>
    if (event === 'claimed') return of.claimed(names.map(name => [name.slice(0, 1), name]))
    if (event === 'slow') return of.becameSlow(one)
    if (event === 'settled') return of.settled(one)
    if (event === 'skipped') return of.ended(one)
    if (event !== 'closed')
      return of.ended(one, { isSuccess: event !== 'failed', latencyMs: event === 'quick' ? 49 : 50 })
    of.close()
    return { begin: [], giveBack: [], claimMore: false }
  }
  /** Makes an event happen and returns the answer in words. */
  const tell = (text: string): string => {
    const [event = '', ...names] = text.split(' ')
    const { begin, giveBack, claimMore } = happen(event, names)
    for (const one of begin) held.set(one.delivery, one)
    const rest = [...giveBack, ...(claimMore ? ['claim'] : [])]
    return [begin.map(({ delivery }) => delivery).join(' '), ...(rest.length > 0 ? [`/ ${rest.join(' ')}`] : [])].join(
      ' ',
    )
  }
  return { of, tell }
}
