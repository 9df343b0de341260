/** A stand-in for Twilio: it keeps the requests it gets, and answers as it is told to. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { TwilioAccount } from '#server/messaging/twilio.ts'

type SmsRequest = {
  path: string
  method: string
  authorization: string
  type: string
  form: Record<string, string>
}

export type SmsProvider = AsyncDisposable & {
  account: TwilioAccount
  received: SmsRequest[]
  /** What the provider does with a request that it has read completely. */
  answer: (response: ServerResponse, request: SmsRequest) => void
  start(): Promise<void>
  stop(): Promise<void>
}

export const takeSms: SmsProvider['answer'] = response =>
  reply(response, 201, { sid: 'SM1f0e8ae6ade43cb3c0ce4525424e404f' })

/** The answer with which Twilio refuses a request. */
export const refuseSms =
  (status: number, code?: number, message?: string): SmsProvider['answer'] =>
  response =>
    reply(response, status, { code, message, more_info: 'https://www.twilio.com/docs', status })

export async function openSmsProvider(): Promise<SmsProvider> {
  let port = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { authorization = '', 'content-type': type = '' } = request.headers
    const form = Object.fromEntries(new URLSearchParams(text))
    const received = { path: request.url ?? '', method: request.method ?? '', authorization, type, form }
    sms.received.push(received)
    sms.answer(response, received)
  })
  const sms: SmsProvider = {
    account: { url: '', accountSid: 'AC0123', authToken: 'twilio-token-4711', from: '+16145550100' },
    received: [],
    answer: takeSms,
    async start() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as { port: number }).port
      sms.account.url = `http://127.0.0.1:${port}`
    },
    async stop() {
      server.closeAllConnections()
      if (server.listening) server.close()
    },
    [Symbol.asyncDispose]: () => sms.stop(),
  }
  await sms.start()
  return sms
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
