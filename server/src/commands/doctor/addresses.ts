/** The doctor's checks of web addresses in the settings: whether PUBLIC_URL leads to Gatehouse, and whether the collector accepts traces. */
import type { Config } from '../../config.ts'
import { type Finding, ok, problem, skipped, warning } from './finding.ts'
import { reason } from './parts.ts'

const LIMIT_MS = 5_000

/** Asks the public address for `/healthz`, which it serves to everybody. A network may keep its own machines from it, so that this is a warning. */
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
        'Start the service and the proxy in front of it, and let the name of PUBLIC_URL lead to the proxy, with a certificate for it. If others reach it, there is nothing to do.',
      ),
    ]
  }
  if (reply.status === 200 && /^\s*{\s*"status"\s*:\s*"ok"\s*}\s*$/.test(text))
    return [ok('public url', `${publicUrl} leads to Gatehouse.`)]
  const [what, action] = WRONG_REPLIES.find(([statuses]) => statuses.test(String(reply.status)))?.slice(1) as [
    string,
    string,
  ]
  return [problem('public url', `${url} answers ${reply.status}${what}.`, action)]
}

const WRONG_REPLIES: readonly [RegExp, what: string, action: string][] = [
  [/^3/, ', which leads elsewhere', 'Set PUBLIC_URL to the address at which the redirects end.'],
  [
    /^50[234]$/,
    ': the proxy does not reach the service',
    'Start the service, or correct the address to which the proxy sends calls (UPSTREAM in the Caddyfile).',
  ],
  [
    /./,
    ', but not as Gatehouse does',
    'Let the name of PUBLIC_URL lead to the proxy of this service, or correct PUBLIC_URL.',
  ],
]

/** Sends the collector no spans, in the way in which the service sends its spans. */
export async function checkTraces({ traces }: Config): Promise<Finding[]> {
  if (!traces) return [skipped('traces', 'OTEL_EXPORTER_OTLP_ENDPOINT is not set: there are no traces.')]
  const url = `${traces.endpoint.replace(/\/+$/, '')}/v1/traces`
  const action =
    'Start the collector, let it accept OTLP over HTTP (port 4318, not 4317, which is gRPC), or correct OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS. Until then traces are lost; calls are served.'
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
    return [problem('traces', `The collector at ${url} cannot be reached: ${causeOf(error)}.`, action)]
  }
}

/** Why a fetch failed, which only its cause says. */
function causeOf(error: unknown): string {
  return reason((error as Error).cause ?? error)
}
