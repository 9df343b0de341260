/** Which customer's call runs next. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SchedulerLimits, type Turn, TurnScheduler } from '#server/base/turn-scheduler.ts'
import { TURN_LIMITS } from '#server/platform/turns.ts'
import { createRandom } from '#server/seed/random.ts'
import { repeats } from '../sizes.ts'

const LIMITS: SchedulerLimits = {
  inAll: 8,
  reserved: 2,
  alone: { call: 3, piece: 2 },
  amongOthers: { call: 1, piece: 1 },
  callsAmongPieces: 2,
  recentMs: 1_000,
  lightMs: { call: 100, piece: 100 },
  holdBackMs: 50,
  countedMs: 400,
}

/**
 * Plays steps such as `a1 a2 end:a1 +50 look`, and returns what began, in that order. A name is a customer and a number, with `p` for a piece. The
 * name alone requests the turn; `+50` lets 50 ms pass.
 */
function play(steps: string, limits: Partial<SchedulerLimits> = {}): string {
  const scheduler = new TurnScheduler({ ...LIMITS, ...limits })
  const turns = new Map<string, Turn>()
  const begun: string[] = []
  let now = 0
  for (const step of steps.split(/\s+/)) {
    if (step.startsWith('+')) now += Number(step)
    else if (step === 'look') scheduler.startDue(now)
    else if (step.startsWith('note:')) scheduler.recordCall(step.slice(5), now)
    else if (step.startsWith('end:')) scheduler.end(turns.get(step.slice(4)) as Turn, now)
    else {
      const kind = step.endsWith('p') ? 'piece' : 'call'
      const turn: Turn = { customerId: step.charAt(0), kind, begin: () => begun.push(step) }
      turns.set(step, turn)
      scheduler.recordCall(turn.customerId, now)
      scheduler.ask(turn, now)
    }
  }
  return begun.join(' ')
}

const CASES: [title: string, steps: string, begun: string][] = [
  ['a customer who is alone has as much in progress as one may', 'a1 a2 a3 a4 a5p a6p a7p', 'a1 a2 a3 a5p a6p'],
  [
    'a turn that ends makes room for the next one of its kind',
    'a1 a2 a3 a4 a5p a6p a7p end:a6p end:a1',
    'a1 a2 a3 a5p a6p a7p a4',
  ],
  ['while others call, a customer has one call and one piece in progress', 'note:b a1 a2 a3p a4p', 'a1 a3p'],
  [
    'a customer with more in progress when another calls begins nothing until little is left',
    'a1 a2 a3 a4 b1 end:b1 end:a1 end:a2 end:a3',
    'a1 a2 a3 b1 a4',
  ],
  [
    'customers take turns, no matter how heavy one is',
    'a1 a2 a3 b1 b2 c1 end:a1 end:b1 end:c1 end:a2',
    'a1 a2 a3 b1 c1 b2',
  ],
  [
    'during the stream or import of another, a customer has several calls in progress',
    'b1p a1 a2 a3 a4p a5p',
    'b1p a1 a2 a4p',
  ],
  ['while somebody calls who has neither, it has one', 'b1p note:c a1 a2', 'b1p a1'],
  [
    'a stream or import that only waits counts, and one that has ended does not',
    'b1p b2p end:b1p a1 a2 end:b2p a3 end:a1',
    'b1p b2p a1 a2',
  ],
  ['once the others have been silent, a customer is alone again', 'note:b a1 a2 a3 look +1000 look', 'a1 a2 a3'],
  ['another customer with something in progress is not silent', 'b1 a1 a2 +399 look +1 look', 'b1 a1 a2'],
  ['a waiting turn may be withdrawn', 'note:b a1 a2 a3 end:a2 end:a1', 'a1 a3'],
  ['a turn that is withdrawn while in progress frees its place, once', 'note:b a1 a2 a3 end:a1 end:a1', 'a1 a2'],
  ['a turn that takes long no longer counts', 'note:b a1 a2 a3 +399 look +1 look +400 look', 'a1 a2 a3'],
  ['the end of a turn that no longer counts frees nothing', 'note:b a1 a2 a3 a4 +400 look end:a1', 'a1 a2'],
  [
    'the last places are left to customers with nothing in progress',
    'note:z a1 b1 c1 d1 e1 f1 a2p g1 h1 i1',
    'a1 b1 c1 d1 e1 f1 g1 h1',
  ],
]

for (const [title, steps, begun] of CASES) test(title, () => assert.equal(play(steps), begun))

const HEAVY = 'note:q a1 +200 end:a1'

test('a heavy customer begins nothing while a call of a light one is in progress', () => {
  assert.equal(play(`${HEAVY} q1 a2 +40 look`), 'a1 q1')
  assert.equal(play(`${HEAVY} q1 a2 +40 end:q1`), 'a1 q1 a2')
  assert.equal(play(`${HEAVY} a2 a3 q1 end:a2 +10 look end:q1`), 'a1 a2 q1 a3')
  assert.equal(play(`${HEAVY} q1p a2p +40 look`), 'a1 q1p')
})

test('a heavy customer is held back for a limited time, and again each time', () => {
  assert.equal(play(`${HEAVY} q1 a2 a3 +49 look`), 'a1 q1')
  assert.equal(play(`${HEAVY} q1 a2 a3 +49 look +1 look +10 end:a2`), 'a1 q1 a2')
  assert.equal(play(`${HEAVY} q1 a2 a3 +49 look +1 look +10 end:a2 +50 look`), 'a1 q1 a2 a3')
})

test('a call does not give way to a piece, however heavy its customer is', () => {
  assert.equal(play(`${HEAVY} q1p a2`), 'a1 q1p a2')
})

test('the load of a customer is forgotten with time', () => {
  assert.equal(play(`${HEAVY} +900 note:q +900 note:q q1 a2`), 'a1 q1 a2')
})

test('customers with about the same load do not hold each other back', () => {
  assert.equal(play(`${HEAVY} b1 +150 end:b1 b2 a2`), 'a1 b1 b2 a2')
})

test('waiting time counts toward the load: a customer with a hundred cheap calls at a time is heavy', () => {
  const scheduler = new TurnScheduler(LIMITS)
  const begun: string[] = []
  const ask = (customerId: string, now: number): Turn => {
    const turn: Turn = { customerId, kind: 'call', begin: () => begun.push(customerId) }
    scheduler.ask(turn, now)
    return turn
  }
  scheduler.recordCall('q', 0)
  const cheap = Array.from({ length: 100 }, () => ask('a', 0))
  for (const [index, turn] of cheap.slice(0, 60).entries()) scheduler.end(turn, index)
  begun.length = 0
  const quiet = ask('q', 60)
  scheduler.end(cheap[60] as Turn, 60)
  assert.deepEqual(begun, ['q'])
  scheduler.end(quiet, 65)
  assert.deepEqual(begun, ['q', 'a'])
})

test('a piece gives way to the calls of everyone whose load is smaller, and to pieces of much lighter ones', () => {
  assert.equal(play(`${HEAVY} b1 +150 end:b1 b2 a2p`), 'a1 b1 b2')
  assert.equal(play(`${HEAVY} b1 +150 end:b1 b2p a2p`), 'a1 b1 b2p a2p')
  assert.equal(play(`${HEAVY} b1 +250 end:b1 b2 a2p`), 'a1 b1 b2 a2p')
})

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

test('limits hold, nothing is lost and nothing waits forever, whatever happens', () => {
  for (let seed = 0; seed < repeats(20, 500); seed++) {
    const random = createRandom(`turns ${seed}`)
    const scheduler = new TurnScheduler(LIMITS)
    const [waiting, inProgress] = [new Set<Turn>(), new Set<Turn>()]
    let now = 0
    const pick = (turns: Set<Turn>) => [...turns][random.integer(0, turns.size - 1)] as Turn
    const end = (turn: Turn) => {
      waiting.delete(turn)
      inProgress.delete(turn)
      scheduler.end(turn, now)
    }
    for (let step = 0; step < 300; step++) {
      now += random.integer(0, 20)
      const what = random.integer(0, 9)
      if (what < 6) {
        const turn: Turn = {
          customerId: 'abcdefgh'.charAt(random.integer(0, 7)),
          kind: random.integer(0, 1) === 0 ? 'call' : 'piece',
          begin() {
            assert.ok(waiting.delete(turn), 'a turn begins once')
            inProgress.add(turn)
          },
        }
        waiting.add(turn)
        scheduler.ask(turn, now)
      } else if (what < 9 && inProgress.size > 0) end(pick(inProgress))
      else if (waiting.size > 0) end(pick(waiting))
      assert.ok(scheduler.inProgress <= LIMITS.inAll)
      assert.equal(scheduler.waiting, waiting.size)
    }
    for (let rounds = 0; inProgress.size + waiting.size > 0; rounds++) {
      assert.ok(rounds < 10_000, 'something waits forever')
      now += LIMITS.holdBackMs
      scheduler.startDue(now)
      for (const turn of inProgress) end(turn)
    }
    assert.equal(scheduler.inProgress, 0)
  }
})
