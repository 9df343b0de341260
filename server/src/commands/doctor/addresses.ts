/** The doctor's checks of web addresses in the settings: whether PUBLIC_URL leads to Gatehouse, and whether the collector accepts traces. */
import type { Config } from '../../config.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'
import { aboutCertificate, reason } from './parts.ts'

const LIMIT_MS = 5_000

/** Calls `/healthz` at the public address. A call that fails is only a warning, because some networks keep their own machines from that address. */
export async function checkPublicUrl({ publicUrl }: Config): Promise<Finding[]> {
  if (publicUrl === undefined) return [skipped('public url', 'PUBLIC_URL is not set.')]
  const url = `${publicUrl}/healthz`
  let reply: Response
  let text: string
  try {
    reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) })
    text = await reply.text()
  } catch (error) {
    return [
      warning(
        'public url',
        `${url} cannot be reached from this machine: ${causeOf(error)}.`,
        'Start the service and the proxy in front of it. The host name in PUBLIC_URL must resolve to the proxy, which needs a certificate for that name. If the address can be reached from other networks, there is nothing to do.',
      ),
    ]
  }
  if (reply.status === 200 && /^\s*{\s*"status"\s*:\s*"ok"\s*}\s*$/.test(text))
    return [ok('public url', `${publicUrl} leads to Gatehouse.`)]
  const [, what, action] = WRONG_REPLIES.find(([statuses]) => statuses.test(String(reply.status))) as WrongReply
  return [problem('public url', `${url} answers ${reply.status}${what}.`, action)]
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
  return reason((error as Error).cause ?? error)
}
