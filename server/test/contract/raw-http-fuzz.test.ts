/**
 * Whatever arrives on a connection, every reply of the process has the service's own shape and a request ID, every reply to a known key has its
 * line in the audit log, and nothing is left behind.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { heldMegabytes } from '../memory.ts'
import { findMisrecorded } from '../service/audit-lines.ts'
import { startLimited } from '../service/start-limited.ts'
import { repeats } from '../sizes.ts'
import { callService, prepare, useOrganization, useWorld } from '../world.ts'
import { type RawInput, randomFrom, rawInputs } from './raw-inputs.ts'

const INPUTS = repeats(2_000, 100_000)
const BATCH = repeats(1_000, 10_000)
const AT_ONCE = 100
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_315)
const LAST = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

const world = useWorld({ own: true })
const org = useOrganization(world)
const service = prepare(() => startLimited(world, { requestTimeoutMs: 1_000 }))
after(async () => {
  await service.stop()
})

type Answer = { status: number; headers: Headers; text: string }

test(`${INPUTS} random inputs are answered in our shape, recorded, and leave no state behind`, async t => {
  const next = rawInputs(randomFrom(SEED), org.key)
  const statuses = new Map<number, number>()
  let settled = 0
  for (let done = 0; done < INPUTS; done += BATCH) {
    const inputs = Array.from({ length: BATCH }, next)
    const recorded: { requestId: string; status: number }[] = []
    const failures: unknown[] = []
    const callers = Array.from({ length: AT_ONCE }, async () => {
      for (let input = inputs.pop(); input; input = inputs.pop()) {
        const answers = await answersTo(input).catch(error => failures.push(error))
        if (!Array.isArray(answers)) continue
        for (const { status, headers } of answers) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (headers.has('x-ratelimit-limit'))
            recorded.push({ status, requestId: headers.get('x-request-id') as string })
        }
      }
    })
    await Promise.all(callers)
    assert.deepEqual(failures.slice(0, 10).map(String), [])
    assert.ok(recorded.length > BATCH / 4, 'many are by the key')
    assert.deepEqual(await findMisrecorded(world, recorded), [])
    world.clock.advance(60_000)
    if (done < INPUTS / 2) settled = Math.max(settled, heldMegabytes())
  }
  const growth = heldMegabytes() - settled
  t.diagnostic(
    `seed ${SEED}: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}, heap ${growth.toFixed(1)} MB`,
  )
  assert.ok(growth < 20, `the heap grew by ${growth} MB in the second half`)
  for (const status of [200, 400, 401, 404, 405, 408, 413, 414, 415, 431]) assert.ok(statuses.has(status), `${status}`)
  assert.equal((await callService(service, '/listings', { key: org.key })).status, 200)
})

async function answersTo(input: RawInput): Promise<Answer[]> {
  const received = await exchange(input)
  const shown = () =>
    `${JSON.stringify(input.bytes.slice(0, 500))} of ${input.bytes.length}\n→ ${JSON.stringify(received.slice(0, 500))}`
  const answers = readAnswers(received, input.isHead)
  assert.ok(answers && answers.length > 0, shown())
  for (const { status, headers, text } of answers) {
    assert.match(headers.get('x-request-id') ?? '', /^req_[0-9a-z]{26}$/, shown())
    if (status < 400 || (input.isHead && text === '')) continue
    assert.match(headers.get('content-type') ?? '', /^application\/json/, shown())
    const { error, message, request_id: id, details, ...more } = JSON.parse(text)
    assert.equal(ERRORS[error as ErrorCode]?.status, status, shown())
    assert.deepEqual([typeof message, id, more], ['string', headers.get('x-request-id'), {}], shown())
    assert.ok(details === undefined || Array.isArray(details), shown())
    assert.notEqual(status, 500, shown())
  }
  // On a busy machine a head in two pieces may take too long to arrive.
  if (input.isKnown && answers[0]?.status !== 408) assert.ok(answers[0]?.headers.has('x-ratelimit-limit'), shown())
  return answers
}

/**
 * Sends `bytes` in a few pieces and reads until the service closes the connection. A last request asks it to close once anything
 * was answered.
 */
async function exchange({ bytes, isHead }: RawInput): Promise<string> {
  const { hostname, port } = new URL(service.url as string)
  const socket = connect(Number(port), hostname)
  let received = ''
  let isAsked = false
  socket.setEncoding('latin1').on('data', text => {
    received += text
    const last = isAsked ? undefined : readAnswers(received, isHead)?.at(-1)
    if (!last || last.headers.get('connection') === 'close') return
    isAsked = true
    socket.write(LAST)
  })
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.once('close', resolve))
  await once(socket, 'connect')
  const half = Math.floor(bytes.length / 2)
  for (const piece of bytes.length % 3 === 0 ? [bytes.slice(0, half), bytes.slice(half)] : [bytes]) {
    if (!socket.writable) break
    await new Promise<void>(resolve => socket.write(piece, 'latin1', () => resolve()))
  }
  await closed
  return received
}

/** The replies in `received`, or undefined if it is anything else. */
function readAnswers(received: string, isHead: boolean): Answer[] | undefined {
  const answers: Answer[] = []
  let rest = received
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]
    if (end < 0 || status === undefined) return undefined
    rest = rest.slice(end + 4)
    if (status === '100') continue
    const headers = new Headers(lines.map(line => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
    const isBare = status === '304' || (isHead && !rest.startsWith('{') && !rest.startsWith('<'))
    const length = isBare ? 0 : Number(headers.get('content-length') ?? Number.NaN)
    if (Number.isNaN(length) || rest.length < length) return undefined
    answers.push({ status: Number(status), headers, text: rest.slice(0, length) })
    rest = rest.slice(length)
  }
  return answers
}
