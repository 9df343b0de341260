/**
 * The cost of checking and pinning addresses: POSTs to one local receiver by a bare undici Pool, by `send`, and by `send` without kept
 * connections. Options: --rounds 5 --seconds 1.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { systemClock } from '#server/base/clock.ts'
import { targetPolicy } from '#server/platform/targets/policy.ts'
import { nameResolver } from '#server/platform/targets/resolve-name.ts'
import { Sender } from '#server/webhooks/send.ts'
import { compareWays } from './measure/ways.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '1' } },
})
const IN_FLIGHT = 16

const body = JSON.stringify({ id: 'evt_0', type: 'payment.received', data: { note: 'x'.repeat(800) } })
const headers = {
  'content-type': 'application/json',
  'webhook-id': 'evt_0',
  'webhook-timestamp': '1767225600',
  'webhook-signature': `v1,${'A'.repeat(44)}`,
}

const receiver = fork(new URL('send/receiver.ts', import.meta.url))
const [port] = (await once(receiver, 'message')) as [number]
const origin = `http://localhost:${port}`
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: IN_FLIGHT })
const policy = targetPolicy({ environment: 'development', webhookAllowedCidrs: [] })
const sender = new Sender({ policy, resolveName: nameResolver(), clock: systemClock })

async function bySender(more: Record<string, string>): Promise<void> {
  const sent = await sender.send(`${origin}/hooks`, { headers: { ...headers, ...more }, body })
  if (!('status' in sent) || sent.status !== 200) throw new Error(JSON.stringify(sent))
}

await compareWays(
  {
    'bare undici': async () => {
      const reply = await pool.request({ method: 'POST', path: '/hooks', headers, body })
      await reply.body.text()
    },
    send: () => bySender({}),
    'send, a connection each': () => bySender({ connection: 'close' }),
  },
  { rounds: Number(values.rounds), roundMs: Number(values.seconds) * 1_000, inFlight: IN_FLIGHT },
)
sender.close()
await pool.close()
receiver.disconnect()
