/** Bounded concurrency, shared fairly between customers. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { FairSemaphore, type SemaphoreLimits } from '#server/base/fair-semaphore.ts'

/** Aborted when all tests are over, so that nothing keeps waiting. */
const over = new AbortController()
const NEVER = over.signal
after(() => over.abort())

const limits: SemaphoreLimits = {
  inAll: 4,
  perCustomer: 2,
  reserved: 1,
  maxWaiting: 6,
  maxWaitingPerCustomer: 2,
  waitMs: 600_000,
  busy: { message: 'Come back.', retryAfterSeconds: 5 },
}

/** Acquires for a customer; `isIn` is whether its turn has come. */
function ask(semaphore: FairSemaphore, customer: string, signal = NEVER) {
  const asked = { isIn: false, release: () => {}, turn: Promise.resolve() }
  asked.turn = semaphore.acquire(customer, signal).then(release => {
    asked.isIn = true
    asked.release = release
  })
  asked.turn.catch(() => {})
  return asked
}

const settled = () => new Promise(resolve => setImmediate(resolve))
const refused = { code: 'unavailable', message: 'Come back.', retryAfterSeconds: 5 }

test('the last slot is reserved for a customer who holds none, and nobody exceeds their share', async () => {
  const semaphore = new FairSemaphore(limits)
  const [mine, mineToo, yours, yoursToo] = ['me', 'me', 'you', 'you'].map(name => ask(semaphore, name))
  const [third, fourth] = [ask(semaphore, 'me'), ask(semaphore, 'them')]
  await settled()
  assert.deepEqual(
    [mine, mineToo, yours, yoursToo, third, fourth].map(asked => asked?.isIn),
    [true, true, true, false, false, true],
  )
  const fifth = ask(semaphore, 'others')
  mine?.release()
  await settled()
  assert.deepEqual([yoursToo?.isIn, third.isIn, fifth.isIn], [false, false, true])
  fifth.release()
  fourth.release()
  await settled()
  assert.deepEqual([yoursToo?.isIn, third.isIn], [true, false])
})

test('a customer whose calls are waiting leaves room for the calls of others', async () => {
  const semaphore = new FairSemaphore(limits)
  for (const name of ['a', 'b', 'c', 'd']) await semaphore.acquire(name, NEVER)
  const waiting = ['a', 'a', 'b', 'e'].map(name => ask(semaphore, name))
  await assert.rejects(semaphore.acquire('a', NEVER), refused)
  waiting.push(ask(semaphore, 'b'), ask(semaphore, 'f'))
  await assert.rejects(semaphore.acquire('g', NEVER), refused)
  assert.ok(waiting.every(({ isIn }) => !isIn))
})

test('customers take turns, however many calls of one are waiting', async () => {
  const semaphore = new FairSemaphore({ ...limits, inAll: 1, reserved: 0, maxWaiting: 20, maxWaitingPerCustomer: 10 })
  const first = await semaphore.acquire('a', NEVER)
  const order: string[] = []
  for (const name of ['a', 'a', 'a', 'b', 'b', 'c']) {
    void semaphore.acquire(name, NEVER).then(release => {
      order.push(name)
      release()
    })
  }
  first()
  while (order.length < 6) await settled()
  assert.deepEqual(order, ['a', 'b', 'c', 'a', 'b', 'a'])
})

test('the platform itself may use every slot, and waits in line with the others', async () => {
  const semaphore = new FairSemaphore({ ...limits, maxWaitingPerCustomer: 1 })
  const held = await Promise.all(Array.from({ length: 4 }, () => semaphore.acquire(null)))
  const waiting = [ask(semaphore, 'a'), ...[1, 2].map(() => semaphore.acquire(null))]
  assert.equal(semaphore.load.calls, 7)
  await settled()
  assert.ok(semaphore.load.waitMs > 0)
  for (const release of held) release()
  await Promise.all(waiting.map(one => ('turn' in one ? one.turn : one)))
  assert.equal(semaphore.load.waitMs, 0)
})

test('a caller who leaves gives up its turn, and releasing twice counts once', async () => {
  const semaphore = new FairSemaphore({ ...limits, inAll: 1, reserved: 0 })
  const first = await semaphore.acquire('a', NEVER)
  const leaving = new AbortController()
  const second = ask(semaphore, 'b', leaving.signal)
  const [third, fourth] = [ask(semaphore, 'c'), ask(semaphore, 'd')]
  leaving.abort()
  await assert.rejects(second.turn, { code: 'unavailable' })
  first()
  first()
  await settled()
  assert.deepEqual([third.isIn, fourth.isIn], [true, false])
})

test('a closing semaphore admits nobody else, and is closed once the last holder has released', async () => {
  const semaphore = new FairSemaphore(limits)
  const release = await semaphore.acquire('a', NEVER)
  let isClosed = false
  const closed = semaphore.close().then(() => {
    isClosed = true
  })
  await assert.rejects(semaphore.acquire('b', NEVER), { code: 'unavailable' })
  assert.equal(isClosed, false)
  release()
  await closed
})
