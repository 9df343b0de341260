/** A receiver of webhooks as a subscriber would run one: a real HTTP server that keeps the requests it gets and answers as it is told. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { Webhook } from 'standardwebhooks'

export type Received = { headers: IncomingHttpHeaders; body: string; path: string }

export type Receiver = AsyncDisposable & {
  url: string
  received: Received[]
  /** The function that answers every call from now on; at first it answers 204. */
  answer: (response: ServerResponse, received: Received) => void
}

/** A receiver that is open while the tests of the file run. */
export function useReceiver(): Receiver {
  const receiver = {} as Receiver
  before(() => openReceiver(receiver))
  after(() => receiver[Symbol.asyncDispose]?.())
  return receiver
}

/** Opens a receiver and makes `receiver` stand for it. */
export async function openReceiver(receiver = {} as Receiver): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const received = { headers: request.headers, body, path: request.url ?? '' }
      receiver.received.push(received)
      receiver.answer(response, received)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    answer: answering(204),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

export function answering(status: number, headers: Record<string, string> = {}, body = ''): Receiver['answer'] {
  return response => void response.writeHead(status, headers).end(body)
}

/** Verifies a call with the official library, which uses `Date.now`, at the given time; throws if the signature is not genuine. */
export function verifyAt(nowMs: number, secret: string, { body, headers }: Received): unknown {
  const realNow = Date.now
  Date.now = () => nowMs
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    Date.now = realNow
  }
}
