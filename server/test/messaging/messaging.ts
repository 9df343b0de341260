/** A world that can send messages to its residents: a mail server, an SMS provider, and a resident. */
import assert from 'node:assert/strict'
import type { ResidentRecord } from '#server/domain/residents/records.ts'
import { resident, store } from '../records.ts'
import { until } from '../service/processes.ts'
import { type Organization, openWorld, type Reply, type World, type WorldOptions } from '../world.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import { openSmsProvider, type SmsProvider } from './sms-provider.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

type Messaging = {
  world: World
  mail: MailServer
  sms: SmsProvider
  /** A resident of the organization, stored. */
  person(organization: Organization, fields?: Partial<ResidentRecord>): Promise<ResidentRecord>
  post(organization: Organization, body: object, headers?: Record<string, string>): Promise<Reply>
  /** Sends a message to `to` and returns the message in the reply. */
  write(organization: Organization, to: ResidentRecord, fields?: object): Promise<Reply['body']>
  read(organization: Organization, message: Reply['body']): Promise<Reply['body']>
  /** Resolves with the message once it has this status. */
  becomes(organization: Organization, message: Reply['body'], status: string): Promise<Reply['body']>
  /** Moves the clock and has the senders look. */
  later(ms: number): Promise<void>
  /** How many attempts to send the message have ended with another one to come. */
  postponements(message: Reply['body']): Promise<number>
  close(): Promise<void>
}

export async function openMessaging(options: WorldOptions = {}): Promise<Messaging> {
  const [mail, sms] = await Promise.all([openMailServer(), openSmsProvider()])
  const world = await openWorld({
    role: 'all',
    ...options,
    config: { mail: mail.settings, twilio: sms.account, ...options.config },
  })

  async function read({ key }: Organization, { message_id }: Reply['body']): Promise<Reply['body']> {
    const reply = await world.call(`/messages/${message_id}`, { key })
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }

  const post: Messaging['post'] = ({ key }, body, headers = {}) =>
    world.call('/messages', { key, method: 'POST', body: JSON.stringify(body), headers })

  return {
    world,
    mail,
    sms,
    read,
    post,
    async person(organization, fields) {
      const person = resident(fields)
      await store(organization, { residents: [person] })
      return person
    },
    async write(organization, { id }, fields = {}) {
      const reply = await post(organization, { resident_id: id, body: 'The water is off on Tuesday.', ...fields })
      assert.equal(reply.status, 201, reply.text)
      return reply.body
    },
    async becomes(organization, message, status) {
      let shown = await read(organization, message)
      await until(async () => {
        shown = await read(organization, message)
        return shown.status === status
      })
      return shown
    },
    async later(ms) {
      world.clock.advance(ms)
      await world.sql(`select pg_notify('gatehouse_messages', '')`)
    },
    async postponements({ message_id }) {
      const [row] = await world.sql('select attempts, is_underway, claimed_until from messages where id = $1', [
        message_id,
      ])
      return row?.is_underway || row?.claimed_until ? row.attempts - 1 : row?.attempts
    },
    async close() {
      await world.close()
      await Promise.all([mail.stop(), sms.stop()])
    },
  }
}
