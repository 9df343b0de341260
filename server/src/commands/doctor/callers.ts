/** The doctor's check of TRUST_PROXY: whether the service sees its callers, or only a proxy that the setting does not include. */
import { includesAddress, isReserved, parseRanges } from '../../base/addresses.ts'
import type { Config } from '../../config.ts'
import type { DatabaseConnection } from '../../db/session.ts'
import { asReader } from './database.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

/** Where callers of the last day are seen: the address from which a key was last used, and from which a member signed in. */
const SEEN: readonly { role: string; sql: string }[] = [
  {
    role: 'gatehouse_platform',
    sql: `select host(last_used_address) as address from api_keys
           where last_used_at > $1::timestamptz - interval '1 day' and last_used_address is not null limit 1000`,
  },
  {
    role: 'gatehouse_console',
    sql: `select ip_address as address from console.sessions
           where created_at > $1::timestamptz - interval '1 day' and ip_address is not null limit 1000`,
  },
]

/** One caller alone may well be a program in the network of the service. */
const MIN_CALLERS = 2

/**
 * Callers who all have one address that is not of the internet are most likely behind a proxy that is not trusted, because the service then takes the
 * address of the proxy for theirs. What is stored does not tell it from a gateway that translates addresses, so the finding says what to do for each.
 */
export async function checkCallers(
  { trustProxy }: Config,
  connection: DatabaseConnection,
  nowMs: number,
): Promise<Finding[]> {
  if (trustProxy.length === 0) return [skipped('callers', 'TRUST_PROXY is not set.')]
  const addresses: string[] = []
  for (const { role, sql } of SEEN) {
    const { rows } = await asReader(connection, role, client =>
      client.query<{ address: string }>(sql, [new Date(nowMs)]),
    )
    addresses.push(...rows.map(({ address }) => address))
  }
  const [only, ...others] = new Set(addresses)
  const isHidden =
    only !== undefined &&
    others.length === 0 &&
    addresses.length >= MIN_CALLERS &&
    isReserved(only) &&
    !includesAddress(parseRanges(trustProxy), only)
  if (!isHidden) return [ok('callers', 'Nothing suggests that a proxy is missing from TRUST_PROXY.')]
  return [
    warning(
      'callers',
      `The service takes ${only} for the address of all ${addresses.length} callers of the last day (keys and sign-ins), and TRUST_PROXY does not include it. If it is your proxy, limits count the proxy and not its callers, and keys that are limited to addresses are refused.`,
      'If it is your proxy, add its address range to TRUST_PROXY, and restart the service. If it is a gateway that gives all callers its own address (NAT), leave TRUST_PROXY as it is, because callers could then state any address; there is nothing to do.',
    ),
  ]
}
