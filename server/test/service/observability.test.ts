/** What operators see of a running service: metrics, logs and traces, none of which contains personal data. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { parse } from 'yaml'
import { ROOT } from '#server/bundle.ts'
import { addressOf, OPERATIONS, requestOf } from '../contract/exercises.ts'
import { type Sample, storeSample } from '../contract/sample.ts'
import { freePort } from '../free-port.ts'
import { type MailServer, openMailServer } from '../messaging/mail-server.ts'
import { type Organization, openWorld, type World } from '../world.ts'
import { HEALTHY } from './healthy-series.ts'
import { connectionString, serve, until } from './processes.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** A word that is in every name, note and description. */
const MARK = 'Zyzzyva'

type Span = {
  name: string
  kind: number
  spanId: string
  parentSpanId?: string
  traceId: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const spans: Span[] = []
const received: string[] = []
const logged: string[] = []
let collector: Server
let mail: MailServer
let world: World
let organization: Organization
let sample: Sample

before(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', part => (body += part))
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${request.headers.authorization}`, body)
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  mail = await openMailServer()
  world = await openWorld({
    role: 'all',
    logger: pino({ level: 'trace' }, { write: line => void logged.push(line) }),
    config: {
      mail: mail.settings,
      files: { place: { kind: 'folder', path: tmpdir() }, limitBytes: 1024 ** 3 },
      traces: { endpoint, headers: { authorization: 'Bearer x' }, serviceName: 'gatehouse' },
    },
  })
  organization = await world.organization({ name: `Organization ${MARK}` })
  sample = await storeSample(organization, ` ${MARK}`)
})
after(async () => {
  await world?.close()
  await mail?.stop()
  collector?.close()
})

test('metrics, logs and traces name routes and no values, for every operation, for refused calls and for a failed one', async () => {
  const { key } = organization
  for (const [name] of OPERATIONS) {
    const reply = await world.call(addressOf(name, sample), requestOf(name, sample, key))
    assert.ok(reply.status < 500, `${name}: ${reply.text}`)
  }
  await world.call(`/residents?property_id=${MARK}`, { key })
  await world.call('/work-orders', { key, method: 'POST', body: `{"title":"${MARK}` })
  await world.call('/work-orders', { key, method: 'POST', body: JSON.stringify({ email: `${MARK}@example.com` }) })
  await world.call(`/nowhere-${MARK}?q=${MARK}`, { key })
  await world.sql('alter table residents rename to residents_away')
  const failed = await world.call(`/residents?property_id=${sample.property.id}`, { key })
  await world.sql('alter table residents_away rename to residents')
  assert.equal(failed.status, 500, failed.text)

  await world.service.deliveries?.idle()
  for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(world.service.url + path)
  let metrics = ''
  await until(async () => {
    metrics = await (await fetch(`${world.service.url}/metrics`)).text()
    return /^gatehouse_message_attempts_total\{/m.test(metrics)
  })
  assert.doesNotMatch(metrics, /route="\/(?:healthz|readyz|metrics)"/, 'what monitoring requests is not counted')
  assert.match(
    metrics,
    /^gatehouse_http_seconds_bucket\{le="0\.1",method="GET",route="\/api\/v1\/properties\/\{id\}"\} \d+$/m,
  )
  assert.match(metrics, /^gatehouse_http_replies_total\{method="GET",route="\/api\/v1\/residents",status="500"\} 1$/m)
  assert.match(metrics, /^gatehouse_pool_limit\{pool="writes"\} \d+$/m)
  for (const queue of ['deliveries', 'messages', 'invitations', 'alerts'])
    assert.match(metrics, new RegExp(`^gatehouse_queue_due\\{queue="${queue}"\\} \\d+$`, 'm'))
  assert.match(metrics, /^gatehouse_change_feed_lag_seconds\{cause="transaction"\} \d/m)
  assert.match(metrics, /^gatehouse_delivery_attempts_total\{outcome="\w+"\} [1-9]/m)

  exportsEvery(Object.keys(HEALTHY), metrics)

  const lines = logged.map(line => JSON.parse(line))
  const bug = lines.find(({ msg }) => msg === 'request failed')
  assert.ok(bug, 'the failure is in the log')
  assert.equal(bug.request_id ?? bug.reqId, failed.body.request_id)
  tellsNothing({ log: logged.join(''), metrics })
})

test('a call is a trace with its statements, and so is a delivery', async () => {
  await world.service.stop()
  await until(() => spans.length > 0)
  assert.match(received[0] as string, /^POST \/v1\/traces Bearer x$/)
  const calls = spans.filter(({ kind }) => kind === 2)
  for (const [, { method, path }] of OPERATIONS) {
    assert.ok(
      calls.some(({ name }) => name === `${method} /api/v1${path}`),
      `${method} ${path} is traced`,
    )
  }
  const detail = calls.find(({ name }) => name === 'GET /api/v1/properties/{id}') as Span
  const below = spans.filter(({ parentSpanId }) => parentSpanId === detail.spanId)
  assert.ok(below.some(({ attributes }) => attributes.some(({ key }) => key === 'db.query.summary')))
  const write = calls.find(({ name }) => name === 'POST /api/v1/work-orders') as Span
  assert.ok(
    spans.some(({ parentSpanId, name }) => parentSpanId === write.spanId && /insert/.test(name)),
    'also behind a body',
  )
  assert.ok(spans.some(({ name }) => name === 'deliver event'))
  tellsNothing({ traces: received.join('') })
})

test('a worker serves metrics and health on its own port if it is given one', async () => {
  const port = await freePort()
  const settings = {
    DATABASE_URL: connectionString(world.database.connection),
    METRICS_PORT: String(port),
    METRICS_TOKEN: 'token',
  }
  await using worker = await serve(settings, ['--role', 'worker'])
  const at = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
  assert.equal((await at('/healthz')).status, 200)
  assert.equal((await at('/readyz')).status, 200)
  assert.equal((await at('/metrics')).status, 404)
  assert.match(await (await at('/metrics', { authorization: 'Bearer token' })).text(), /^gatehouse_queue_due/m)
  assert.ok(worker.pid)
})

test('every metric that the dashboard and the alerts name exists, and every alert has a runbook page', async () => {
  const another = await openWorld({ role: 'all' })
  const metrics = await (await fetch(`${another.service.url}/metrics`)).text()
  await another.close()
  const known = new Set(
    [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`] : [name as string],
    ),
  )
  const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json'))
  const rules: { alert: string; expr: string; annotations: { summary: string; runbook: string } }[] = parse(
    read('deploy/monitoring/alerts.yaml'),
  ).groups.flatMap((group: { rules: unknown[] }) => group.rules)
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ]
  assert.ok(expressions.length > 20)
  for (const name of expressions.join(' ').match(/\b(?:gatehouse|process|nodejs)_\w+/g) ?? []) {
    assert.ok(known.has(name), `${name} is a metric`)
  }
  for (const { alert, annotations } of rules) {
    assert.ok(existsSync(join(ROOT, annotations.runbook)), `${alert} has its page`)
    assert.ok(
      read(annotations.runbook).startsWith(`# ${alert}\n\n${annotations.summary}`),
      `${alert}: the page says the same`,
    )
  }
  assert.equal(readdirSync(join(ROOT, 'docs/runbook')).length, rules.length)
  const told = read('docs/monitoring.md')
  for (const [name] of metrics.matchAll(/(?<=^# TYPE )gatehouse_\w+/gm))
    assert.ok(told.includes(`\`${name}\``), `${name} is explained`)
})

/** Labels of which the alerts name or show single values. */
const NAMED_LABELS = /^(?:queue|cause|pool|what|channel)=/

/** Whether metrics have a sample of each series that the alerts are tested with: its name, its labels, and the values that an alert names. */
function exportsEvery(series: string[], metrics: string): void {
  const labelsOf = (text = '') => [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([label]) => label as string)
  const shapeOf = (name: string, labels: string[]) =>
    [name, ...labels.map(label => (NAMED_LABELS.test(label) ? label : label.split('=')[0])).sort()].join(' ')
  const exported = new Set(
    [...metrics.matchAll(/^(\w+)(?:\{(.*)\})? /gm)].map(([, name = '', labels]) => shapeOf(name, labelsOf(labels))),
  )
  for (const one of series) {
    const [, name = '', labels] = /^(\w+)\{(.*)\}$/.exec(one) ?? []
    // Prometheus itself adds these labels, and the series up.
    const own = labelsOf(labels).filter(label => !/^(?:instance|job)=/.test(label))
    if (name !== 'up') assert.ok(exported.has(shapeOf(name, own)), `${one} is exported`)
  }
}

function tellsNothing(texts: Record<string, string>): void {
  const { first_name, last_name, email, phone } = sample.resident
  const secrets = [
    MARK,
    email,
    phone,
    last_name,
    'dana@',
    'Drips day',
    'Reliable Plumbing',
    organization.key,
    first_name,
  ]
  for (const [where, text] of Object.entries(texts)) {
    for (const secret of secrets) assert.ok(!text.includes(secret as string), `the ${where} tells ${secret}`)
  }
}
