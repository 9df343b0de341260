/** A caller that does not read its replies holds up nobody else, and is cut. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { CONNECTION_LIMITS, type ConnectionLimits } from '#server/http/connections.ts'
import { PATIENT } from '../patience.ts'
import { useWorld } from '../world.ts'
import { until } from './processes.ts'
import { startLimited } from './start-limited.ts'

const world = useWorld()

const CALLERS = 8
/** Calls sent at once, as many as a connection may have in progress and go on. The system keeps the first 3 MB or so of their replies. */
const DOCUMENTS = 'GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(31)

async function connectTo(url: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' }).on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Connects several callers, one after another, who send calls and read nothing beyond the beginning of the first reply. */
async function silentCallers(url: string, count = CALLERS): Promise<Socket[]> {
  const callers: Socket[] = []
  for (let index = 0; index < count; index++) {
    const caller = await connectTo(url)
    caller.pause().write(DOCUMENTS)
    await until(() => caller.bytesRead > 0)
    callers.push(caller)
  }
  return callers
}

/** Whether the service has cut the connection, which a caller that does not read notices when it writes. Blank lines before a request mean nothing. */
function isCut(caller: Socket): boolean {
  if (!caller.destroyed) caller.write('\r\n')
  return caller.destroyed
}

const MANY = { perNetwork: 1_000, inAll: 1_000 }
const limits = (more: Partial<ConnectionLimits>) => ({ ...CONNECTION_LIMITS, ...more })

test('replies that nobody reads do not count as calls in flight', async () => {
  const { stallLimitMs } = PATIENT
  await using service = await startLimited(world, { connectionLimits: limits({ inFlight: 31 }), stallLimitMs })
  const url = service.url as string
  const [caller] = await silentCallers(url, 1)
  await until(async () => (await statuses(url, 20)).every(status => status === '404'))
  assert.equal(isCut(caller!), false)
  caller!.destroy()
})

/** Sends calls at once, as one caller who reads the replies, and resolves with their statuses. */
async function statuses(url: string, count: number): Promise<string[]> {
  const socket = await connectTo(url)
  const call = (more: string) => `GET /none HTTP/1.1\r\nhost: x\r\n${more}\r\n`
  socket.write(call('').repeat(count - 1) + call('connection: close\r\n'))
  let replies = ''
  for await (const part of socket.setEncoding('latin1')) replies += part
  return [...replies.matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => status!)
}

test('a caller that reads nothing for a while is cut, and one that only waits between its calls is not', async () => {
  await using service = await startLimited(world, { connectionLimits: limits({ unread: MANY }), stallLimitMs: 200 })
  const url = service.url as string
  const waiting = await connectTo(url)
  waiting.resume().write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  const callers = await silentCallers(url)
  await until(() => callers.every(isCut))
  assert.equal(waiting.destroyed, false)
  waiting.destroy()
})

test('of the replies of one network that nobody reads, the oldest are cut first', async () => {
  const { stallLimitMs } = PATIENT
  const unread = { ...MANY, perNetwork: 40 }
  await using service = await startLimited(world, { connectionLimits: limits({ unread }), stallLimitMs })
  const callers = await silentCallers(service.url as string)
  await until(() => callers.filter(isCut).length >= CALLERS / 2)
  assert.equal(isCut(callers.at(-1)!), false)
  for (const caller of callers) caller.destroy()
})
