/** `doctor` opens connections to the receivers of webhooks as a delivery does, with TLS and with the addresses that webhooks may call. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { checkOutbound } from '#server/commands/doctor/outbound.ts'
import { readConfig } from '#server/config.ts'
import { makeCredentials } from '../webhooks/certificates.ts'
import { useReceiver } from '../webhooks/receiver.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const organization = useOrganization(world)
const receiver = useReceiver()

test('doctor finds that what answers for a receiver has another certificate, as behind a proxy that inspects TLS', async t => {
  const server = createServer(makeCredentials({ hosts: ['127.0.0.1'] }))
  t.after(() => server.close())
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await subscribe(`https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
  const found = await outbound()
  assert.deepEqual(
    [found?.level, found?.message],
    ['problem', 'Of the newest receivers of webhooks, 0 of 1 can be reached. The target’s certificate is self-signed.'],
  )
  assert.match(found?.action ?? '', /NODE_EXTRA_CA_CERTS/)

  await subscribe(receiver.url)
  const some = await outbound()
  assert.deepEqual([some?.level, some?.message.includes(', 1 of 2 can ')], ['warning', true])
})

test('doctor does not call an address that webhooks must not call', async () => {
  const [found] = await checkOutbound(readConfig({ GATEHOUSE_ENV: 'production' }), world.database.connection)
  assert.equal(found?.level, 'problem')
  assert.match(found?.message ?? '', /^Of the newest receivers of webhooks, 0 of 2 can be reached\./)
  assert.equal(receiver.received.length, 0)
})

const outbound = async () => (await checkOutbound(readConfig({}), world.database.connection))[0]

async function subscribe(url: string): Promise<void> {
  const body = JSON.stringify({ event: 'ticket.created', target_url: url })
  const reply = await world.call('/webhooks', { key: organization.key, method: 'POST', body })
  assert.equal(reply.status, 201, reply.text)
}
