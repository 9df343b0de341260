/** Resolves names to addresses: by the hosts file, then by DNS. */
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Every address of a name in lower case; rejects if there is none. Gives up when the signal is aborted. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

type NameResolverOptions = { hostsFile?: string; servers?: string[]; queryTimeoutMs?: number }

const QUERY_TIMEOUT_MS = 2_000
const TRIES = 3
/** How long the answer for one address family waits for the other, which some name servers never give. */
const OTHER_FAMILY_MS = 250

/**
 * Queries the name servers itself. getaddrinfo (dns.lookup) keeps one of libuv's four threads for as long as a name server stays silent and cannot
 * be told to stop, so four slow names would hold up all file access of the process. Only tests set the options.
 */
export function nameResolver({ hostsFile = '/etc/hosts', ...asking }: NameResolverOptions = {}): ResolveName {
  return async (name, signal) => {
    // RFC 6761: these names never go to DNS.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const known = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), name)
    return known.length > 0 ? known : askNameServers(name, signal, asking)
  }
}

function addressesIn(hosts: string, name: string): string[] {
  return hosts.split('\n').flatMap(line => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some(known => known.toLowerCase() === name) ? [address] : []
  })
}

async function askNameServers(
  name: string,
  signal: AbortSignal,
  { servers, queryTimeoutMs = QUERY_TIMEOUT_MS }: NameResolverOptions,
): Promise<string[]> {
  // Each name gets its own resolver, because canceling cancels everything that a resolver was asked.
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  let timer: NodeJS.Timeout | undefined
  const limitOtherFamily = () => {
    timer ??= setTimeout(cancel, OTHER_FAMILY_MS)
  }
  try {
    // IPv4 comes first, because every receiver on the internet has it and not every machine that runs this has IPv6.
    const queries = [resolver.resolve4(name), resolver.resolve6(name)]
    for (const query of queries) query.then(limitOtherFamily, () => {})
    // The time may have been up before anybody listened.
    if (signal.aborted) cancel()
    const answers = await Promise.allSettled(queries)
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw (answers[0] as PromiseRejectedResult).reason
    return addresses
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}
