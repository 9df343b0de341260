/** Which customer's call runs next. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SchedulerLimits, type Turn, TurnScheduler } from '#server/base/turn-scheduler.ts'
import { createRandom } from '#server/seed/random.ts'
import { repeats } from '../sizes.ts'

const LIMITS: SchedulerLimits = {
  inAll: 8,
  reserved: 2,
  alone: { call: 3, piece: 2 },
  amongOthers: { call: 1, piece: 1 },
  callsAmongPieces: 2,
  callsAmongHeavy: 4,
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

test('heavy customers share several calls, however heavy each is, until a light one calls', () => {
  const bothHeavy = 'note:b a1 b1 +200 end:a1 end:b1'
  assert.equal(play(`${bothHeavy} a2 a3 a4 b2 b3 b4`), 'a1 b1 a2 a3 b2 b3')
  assert.equal(play(`${bothHeavy} note:c a2 a3 a4 b2 b3 b4`), 'a1 b1 a2 b2')
  assert.equal(play(`${bothHeavy} a2 a3 c1 a4 b2 b3 end:c1`), 'a1 b1 a2 a3 c1 b2')
  assert.equal(play('note:b a1 b1 +120 end:b1 +500 end:a1 b2 b3 a2 a3'), 'a1 b1 b2 b3')
  assert.equal(play('note:b a1 b1 +150 end:b1 +100 end:a1 b2 b3 a2 a3'), 'a1 b1 b2 b3 a2 a3')
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

test('the longest wait is that of the first call in line, and pieces do not count', () => {
  const scheduler = new TurnScheduler({ ...LIMITS, inAll: 1, reserved: 0 })
  const turn = (customerId: string, kind: Turn['kind'] = 'call'): Turn => ({ customerId, kind, begin: () => {} })
  const running = turn('a')
  scheduler.ask(running, 0)
  scheduler.ask(turn('b', 'piece'), 10)
  assert.equal(scheduler.longestWaitMs(100), 0)
  const [first, second] = [turn('c'), turn('a')]
  scheduler.ask(first, 30)
  scheduler.ask(second, 40)
  assert.equal(scheduler.longestWaitMs(100), 70)
  scheduler.end(first, 100)
  assert.equal(scheduler.longestWaitMs(100), 60)
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
