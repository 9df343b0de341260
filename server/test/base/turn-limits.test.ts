/** The service's own limits of turns, played with organizations that call and stream at given rates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Turn, TurnScheduler } from '#server/base/turn-scheduler.ts'
import { TURN_LIMITS } from '#server/platform/turns.ts'

/**
 * Plays 60 s of the service's own limits: a stream of pieces of 5 ms, one after another, while other organizations make calls of 15 ms at a steady rate.
 * Returns how many pieces there were, and how many of them began while a call was in progress.
 */
function playStream(callsPerSecond: number): { pieces: number; duringCalls: number } {
  const scheduler = new TurnScheduler(TURN_LIMITS)
  const ends = new Map<Turn, number>()
  const counts = { pieces: 0, duringCalls: 0 }
  let [now, calls] = [0, 0]
  const ask = (customerId: string, kind: Turn['kind'], ms: number) => {
    const turn: Turn = { customerId, kind, begin: () => begin(turn, ms) }
    scheduler.recordCall(customerId, now)
    scheduler.ask(turn, now)
  }
  const begin = (turn: Turn, ms: number) => {
    if (turn.kind === 'piece') {
      counts.pieces++
      if ([...ends.keys()].some(({ kind }) => kind === 'call')) counts.duringCalls++
    }
    ends.set(turn, now + ms)
  }
  ask('stream', 'piece', 5)
  for (; now < 60_000; now++) {
    if ((now * callsPerSecond) / 1_000 >= calls) ask(`caller ${calls++ % 20}`, 'call', 15)
    for (const [turn, endsAt] of ends) {
      if (endsAt > now) continue
      ends.delete(turn)
      scheduler.end(turn, now)
      if (turn.kind === 'piece') ask('stream', 'piece', 5)
    }
    if (now % 20 === 0) scheduler.startDue(now)
  }
  return counts
}

test('a single stream begins no piece while a call of a lighter organization is in progress', () => {
  const { pieces, duringCalls } = playStream(20)
  assert.ok(pieces > 7_500, `${pieces} pieces`)
  assert.ok(duringCalls < pieces / 100, `${duringCalls} of ${pieces} pieces`)
})

test('a single stream runs for half of its time, however many calls of others are always in progress', () => {
  const { pieces, duringCalls } = playStream(200)
  assert.ok(pieces > 5_400 && pieces < 7_000, `${pieces} pieces`)
  assert.ok(duringCalls > pieces * 0.9, `${duringCalls} of ${pieces} pieces`)
})

type Floods = { ended: Record<string, number>; longest: number; met: number }

/**
 * Plays 20 s of the service's own limits: two organizations with as many callers each as `callers` says, whose calls take 8 ms, and a third one that calls
 * ten times per second if it does. Returns how many calls of each ended, and from the second second on the longest wait of a call, and the most that
 * were in progress when a call of the third began.
 */
function playFloods(callers: readonly [number, number], withThird = false): Floods {
  const scheduler = new TurnScheduler(TURN_LIMITS)
  const ends = new Map<Turn, number>()
  const seen: Floods = { ended: { first: 0, second: 0, third: 0 }, longest: 0, met: 0 }
  let now = 0
  const ask = (customerId: string) => {
    const asked = now
    const begin = () => {
      if (now > 1_000) seen.longest = Math.max(seen.longest, now - asked)
      if (customerId === 'third' && now > 1_000) seen.met = Math.max(seen.met, ends.size)
      ends.set(turn, now + 8)
    }
    const turn: Turn = { customerId, kind: 'call', begin }
    scheduler.recordCall(customerId, now)
    scheduler.ask(turn, now)
  }
  for (const [index, count] of callers.entries())
    for (let caller = 0; caller < count; caller++) ask(index === 0 ? 'first' : 'second')
  for (; now < 20_000; now++) {
    if (withThird && now % 100 === 0) ask('third')
    for (const [turn, endsAt] of ends) {
      if (endsAt > now) continue
      ends.delete(turn)
      scheduler.end(turn, now)
      seen.ended[turn.customerId]!++
      if (turn.customerId !== 'third') ask(turn.customerId)
    }
    if (now % 20 === 0) scheduler.startDue(now)
  }
  return seen
}

test('two heavy organizations keep the database busy, each with as many calls, even if one has more callers', () => {
  for (const [callers, longestMs] of [
    [[16, 16], 40],
    [[24, 6], 60],
  ] as const) {
    const { ended, longest } = playFloods(callers)
    assert.ok(ended.first! > 8_500 && ended.second! > 8_500, JSON.stringify(ended))
    assert.ok(longest <= longestMs, `a call waited ${longest} ms`)
  }
})

test('heavy organizations begin one call each as soon as a light one calls', () => {
  const { ended, met } = playFloods([16, 16], true)
  assert.ok(met <= 2, `${met} calls`)
  assert.ok(ended.first! + ended.second! > 4_000, JSON.stringify(ended))
})

/**
 * Plays 20 s of the service's own limits: an import whose pieces take 60 ms and whose progress is polled twice a second, and 50 calls per second of
 * another organization, each of which takes `callMs` on a busy machine. Returns the longest that one of these calls waited.
 */
function playImport(callMs: number): number {
  const scheduler = new TurnScheduler(TURN_LIMITS)
  const ends = new Map<Turn, number>()
  let [now, longest] = [0, 0]
  const ask = (customerId: string, kind: Turn['kind'], ms: number) => {
    const asked = now
    const begin = () => {
      ends.set(turn, now + ms)
      if (customerId === 'caller') longest = Math.max(longest, now - asked)
    }
    const turn: Turn = { customerId, kind, begin }
    if (kind === 'call') scheduler.recordCall(customerId, now)
    scheduler.ask(turn, now)
  }
  ask('import', 'piece', 60)
  for (; now < 20_000; now++) {
    if (now % 20 === 0) ask('caller', 'call', callMs)
    if (now % 500 === 0) ask('import', 'call', 5)
    for (const [turn, endsAt] of ends) {
      if (endsAt > now) continue
      ends.delete(turn)
      if (turn.kind === 'piece') ask('import', 'piece', 60)
      scheduler.end(turn, now)
    }
    if (now % 20 === 0) scheduler.startDue(now)
  }
  return longest
}

test('calls that take longer than the time between them do not wait for one another during an import', () => {
  for (const callMs of [10, 25, 40]) {
    const waited = playImport(callMs)
    assert.ok(waited <= 20, `with calls of ${callMs} ms, one waited ${waited} ms`)
  }
})
