/** The doctor's check of connections to the receivers of webhooks, which are opened as a delivery opens them. */
import { createSecureContext } from 'node:tls'
import { asError } from '../../base/as-error.ts'
import { systemClock } from '../../base/clock.ts'
import { startTimeLimit } from '../../base/time-limit.ts'
import type { Config } from '../../config.ts'
import type { DatabaseConnection } from '../../db/session.ts'
import { targetPolicy } from '../../platform/targets/policy.ts'
import { nameResolver } from '../../platform/targets/resolve-name.ts'
import { readTarget } from '../../platform/targets/target.ts'
import { dial } from '../../webhooks/dial.ts'
import { SendFailure } from '../../webhooks/failures.ts'
import { Pins } from '../../webhooks/pins.ts'
import { asReader } from './database.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'

const LIMIT_MS = 5_000
/** How many receivers of webhooks are tried. */
const RECEIVERS = 5

/** Whether a connection to any of the newest receivers of webhooks can be opened. If one is down, that is its own problem; if all are, it is ours. */
export async function checkOutbound(config: Config, connection: DatabaseConnection): Promise<Finding[]> {
  const urls = await newestReceivers(connection)
  if (urls.length === 0) return [skipped('outbound', 'There are no webhook subscriptions.')]
  const failures = (await Promise.all(urls.map(url => whyNotReached(url, config)))).filter(why => why !== undefined)
  const count = urls.length - failures.length
  const reasons = [...new Set(failures.map(({ message }) => ` ${message}`))].join('')
  const message = `Of the newest receivers of webhooks, ${count} of ${urls.length} can be reached.${reasons}`
  if (failures.length === 0) return [ok('outbound', message)]
  if (count > 0)
    return [warning('outbound', message, 'Look at failed deliveries in the console; those receivers may be down.')]
  // Certificates of several receivers are seldom wrong at the same time.
  const action = failures.every(({ failure }) => failure === 'TLS')
    ? 'If deliveries to everyone fail in this way, a proxy on the way replaces certificates to inspect what is sent. Exempt workers from that, or set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority, here and for the service.'
    : 'Let workers resolve names and open connections to the internet on port 443.'
  return [problem('outbound', message, action)]
}

/** Why a delivery could not be sent there; undefined if it could. */
async function whyNotReached(url: string, config: Config): Promise<SendFailure | undefined> {
  const limit = startTimeLimit(LIMIT_MS)
  try {
    const policy = targetPolicy(config)
    const target = readTarget(url, policy)
    const pins = new Pins({ policy, resolveName: nameResolver(), clock: systemClock, limitMs: LIMIT_MS })
    const [address = target.host] = await pins.addressesOf(target, limit.signal)
    const options = { policy, secureContext: createSecureContext(), signal: limit.signal, limitMs: LIMIT_MS }
    const socket = await dial(target, address, options)
    socket.on('error', () => {}).destroy()
    return undefined
  } catch (error) {
    return error instanceof SendFailure ? error : new SendFailure('REFUSED_ADDRESS', asError(error).message)
  } finally {
    limit.end()
  }
}

/** The addresses to which the newest subscriptions are sent. */
async function newestReceivers(connection: DatabaseConnection): Promise<string[]> {
  const { rows } = await asReader(connection, 'gatehouse_platform', client =>
    client.query<{ organization_id: string; id: string }>(
      `select organization_id, id from webhook_subscriptions where deleted_at is null order by id desc limit $1`,
      [RECEIVERS],
    ),
  )
  return asReader(connection, 'gatehouse_app', async client => {
    const found: string[] = []
    for (const { organization_id: organization, id } of rows) {
      await client.query(`select set_config('app.org', $1, false)`, [organization])
      const { rows: targets } = await client.query<{ target_url: string }>(
        'select target_url from webhook_subscriptions where organization_id = $1 and id = $2',
        [organization, id],
      )
      found.push(...targets.map(target => target.target_url))
    }
    return [...new Set(found)]
  })
}
