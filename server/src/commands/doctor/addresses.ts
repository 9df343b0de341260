/** The doctor's checks of web addresses in the settings: whether PUBLIC_URL leads to Gatehouse, and whether the collector accepts traces. */
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { asError } from '../../base/as-error.ts'
import { DAY_MS } from '../../base/instants.ts'
import type { Config } from '../../config.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'
import { aboutCertificate, reason } from './parts.ts'

const LIMIT_MS = 5_000

/** Calls `/healthz` at the public address. A call that fails is only a warning, because some networks keep their own machines from that address. */
export async function checkPublicUrl({ publicUrl }: Config, nowMs: number): Promise<Finding[]> {
  if (publicUrl === undefined) return [skipped('public url', 'PUBLIC_URL is not set.')]
  const url = `${publicUrl}/healthz`
  let reply: Response
  let text: string
  try {
    reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) })
    text = await reply.text()
  } catch (error) {
    const said = causeOf(error)
    const aboutIt = aboutCertificate(said)
    if (aboutIt !== undefined)
      return [problem('public url', `The certificate of ${publicUrl} is not accepted: ${said}.`, aboutIt)]
    return [
      warning(
        'public url',
        `${url} cannot be reached from this machine: ${said}.`,
        'Start the service and the proxy in front of it. The host name in PUBLIC_URL must resolve to the proxy, which needs a certificate for that name. If the address can be reached from other networks, there is nothing to do.',
      ),
    ]
  }
  if (reply.status === 200 && /^\s*{\s*"status"\s*:\s*"ok"\s*}\s*$/.test(text)) {
    return [
      (await otherService(publicUrl)) ??
        (await expiringCertificate(publicUrl, nowMs)) ??
        ok('public url', `${publicUrl} leads to Gatehouse.`),
    ]
  }
  const [, what, action] = WRONG_REPLIES.find(([statuses]) => statuses.test(String(reply.status)))!
  return [problem('public url', `${url} answers ${reply.status}${what}.`, action)]
}

/** A problem if the service at the address has another PUBLIC_URL, which its OpenAPI document states. */
async function otherService(publicUrl: string): Promise<Finding | undefined> {
  let stated: string | undefined
  try {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const document = (await (
      await fetch(`${publicUrl}/api/v1/openapi.json`, { redirect: 'manual', signal })
    ).json()) as {
      servers?: { url?: string }[]
    }
    stated = document.servers?.[0]?.url
  } catch {
    // A proxy may keep the document from this machine, and another check has found that the service answers.
    return undefined
  }
  if (stated === undefined || stated === '/' || stated === publicUrl) return undefined
  return problem(
    'public url',
    `${publicUrl} leads to a Gatehouse whose PUBLIC_URL is ${stated}: another one, or this one before PUBLIC_URL was changed.`,
    'Restart the service. If that does not help, make the host name in PUBLIC_URL resolve to the proxy of this service, or correct PUBLIC_URL.',
  )
}

type WrongReply = readonly [statuses: RegExp, what: string, action: string]

/** The first row that matches counts, and the last one matches every status. */
const WRONG_REPLIES: readonly WrongReply[] = [
  [/^3/, ', a redirect to another address', 'Set PUBLIC_URL to the address at which the redirects end.'],
  [
    /^50[234]$/,
    ': the proxy cannot reach the service',
    'Start the service, or correct the address to which the proxy sends calls (UPSTREAM in the Caddyfile).',
  ],
  [
    /./,
    ', but the response is not from Gatehouse',
    'Make the host name in PUBLIC_URL resolve to the proxy of this service, or correct PUBLIC_URL.',
  ],
]

/** A certificate is renewed when a third of its lifetime is left, so one that is closer to its expiration than this is not being renewed. */
const WARNING_DAYS = 14
const WARNING_SHARE = 1 / 4

/** A warning about the certificate of an https address that expires soon; undefined for any other address. */
export async function expiringCertificate(address: string, nowMs: number): Promise<Finding | undefined> {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:') return undefined
  const certificate = await certificateOf(hostname, Number(port || 443))
  if (!certificate) return undefined
  const [from, to] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)]
  if (to - nowMs > Math.min(WARNING_DAYS * DAY_MS, (to - from) * WARNING_SHARE)) return undefined
  return warning(
    'public url',
    `The certificate of ${hostname} expires on ${new Date(to).toISOString().slice(0, 10)}, and nothing has renewed it.`,
    'Look at the log of the proxy (journalctl -u caddy): renewing needs port 80 or 443 of this address to be reachable from the internet.',
  )
}

/** The certificate that is presented there; undefined if the connection fails. The call before has verified it. */
function certificateOf(host: string, port: number): Promise<PeerCertificate | undefined> {
  return new Promise(resolve => {
    const socket = connect({
      host,
      port,
      timeout: LIMIT_MS,
      rejectUnauthorized: false,
      ...(isIP(host) ? {} : { servername: host }),
    })
    const end = (certificate?: PeerCertificate) => {
      socket.destroy()
      resolve(certificate)
    }
    socket
      .once('secureConnect', () => end(socket.getPeerCertificate()))
      .once('timeout', () => end())
      .once('error', () => end())
  })
}

/** Sends an empty list of spans to the collector, in the same way as the service sends its spans. */
export async function checkTraces({ traces }: Config): Promise<Finding[]> {
  if (!traces) return [skipped('traces', 'OTEL_EXPORTER_OTLP_ENDPOINT is not set, so no traces are sent.')]
  const url = `${traces.endpoint.replace(/\/+$/, '')}/v1/traces`
  const action =
    'Start the collector, make it accept OTLP over HTTP (port 4318; port 4317 is for gRPC), or correct OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS. Until then, traces are lost, but calls are still served.'
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { ...traces.headers, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    await reply.body?.cancel()
    return reply.ok
      ? [ok('traces', `The collector at ${url} accepts traces.`)]
      : [problem('traces', `The collector at ${url} answers ${reply.status}.`, action)]
  } catch (error) {
    const said = causeOf(error)
    return [problem('traces', `The collector at ${url} cannot be reached: ${said}.`, aboutCertificate(said) ?? action)]
  }
}

/** Why a fetch failed, which only the cause of its error says. */
function causeOf(error: unknown): string {
  return reason(asError(error).cause ?? error)
}
