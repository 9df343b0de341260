/** Receivers on this machine, some well behaved and some not, and a sender that may call them. */
import { once } from 'node:events'
import { createServer as createHttp, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { targetPolicy } from '#server/platform/targets/policy.ts'
import { nameResolver, type ResolveName } from '#server/platform/targets/resolve-name.ts'
import { Sender, type SenderOptions, type Sent } from '#server/webhooks/send.ts'
import type { Credentials } from './certificates.ts'

type Receiver = {
  port: number
  /** Every connection that was opened, including those that sent nothing. */
  connections: Socket[]
  [Symbol.asyncDispose](): Promise<void>
}

export type Request = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type HttpReceiver = Receiver & { requests: Request[] }

/** Starts a receiver whose connections are passed to `behave`. */
export function rawReceiver(behave: (socket: Socket) => void, host?: string): Promise<Receiver> {
  return started(createServer(), behave, host)
}

/** Starts a receiver that answers with `answer`, or with 200 by default. */
export async function httpReceiver(
  options: { answer?: RequestListener; host?: string; port?: number; credentials?: Credentials } = {},
): Promise<HttpReceiver> {
  const { answer = (_request, response) => response.end('{"ok":true}'), host, port, credentials } = options
  const requests: Request[] = []
  const listener: RequestListener = async (request, response) => {
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: Buffer.concat(await request.toArray()).toString() })
    answer(request, response)
  }
  const server = credentials ? createHttps(credentials, listener) : createHttp(listener)
  return Object.assign(await started(server, undefined, host, port), { requests })
}

async function started(
  server: Server,
  behave?: (socket: Socket) => void,
  host = '127.0.0.1',
  port = 0,
): Promise<Receiver> {
  const connections: Socket[] = []
  server.on('connection', socket => {
    connections.push(socket)
    socket.on('error', () => {})
    behave?.(socket)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The limit of a call in tests that are not about it. */
export const PATIENCE_MS = 60_000

/** Limits to try one after another, until one is long enough for this machine to reach the silence that a test is about. */
const LIMITS_MS = [300, 3_000, 30_000]

/**
 * Calls `url` until the time runs out at the point that `where` matches, rather than earlier; resolves with that failure, or with the last one.
 */
export async function sendUntilSilence(
  options: Parameters<typeof testSender>[0],
  url: string,
  where: RegExp,
  message = MESSAGE,
): Promise<Sent & { limitMs: number }> {
  for (const limitMs of LIMITS_MS) {
    using sender = await testSender({ ...options, limitMs })
    const sent = await sender.send(url, message)
    const isEarly = 'failure' in sent && sent.failure === 'TIMEOUT' && !where.test(sent.message)
    if (!isEarly || limitMs === LIMITS_MS.at(-1)) return { ...sent, limitMs }
  }
  throw new Error('there is a last limit')
}

export type TestSender = Sender & { clock: { nowMs: number }; [Symbol.dispose](): void }

/** A sender in development or, if `exceptions` are given, in production, where those addresses may be called. */
export async function testSender(
  options: { exceptions?: string[]; resolveName?: ResolveName } & Pick<SenderOptions, 'limitMs' | 'authorities'> = {},
): Promise<TestSender> {
  const { exceptions, resolveName = nameResolver(), limitMs = PATIENCE_MS, ...rest } = options
  const clock = { nowMs: Date.parse('2026-03-01T12:00:00Z'), now: () => clock.nowMs }
  const environment = exceptions ? 'production' : 'development'
  const policy = targetPolicy({ environment, webhookAllowedCidrs: exceptions ?? [] })
  const sender = new Sender({ policy, resolveName, clock, limitMs, ...rest })
  return Object.assign(sender, { clock, [Symbol.dispose]: () => sender.close() })
}

/** A resolver that gives each name its first list of addresses at first, then the next one, and from then on the last. */
export function leadingTo(names: Record<string, string[][]>): ResolveName & { asked: string[] } {
  const asked: string[] = []
  const resolve: ResolveName = async name => {
    const lists = names[name] ?? []
    const before = asked.filter(other => other === name).length
    asked.push(name)
    const addresses = lists[before] ?? lists.at(-1)
    if (!addresses) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
    return addresses
  }
  return Object.assign(resolve, { asked })
}

export const MESSAGE = {
  headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
  body: '{"id":"evt_1"}',
}
