/** The alert rules: each fires on the series of a service that has its fault, and none on those of a service that has none. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { CONSOLE_PREFIX, consoleContract, mountedV1 } from '#contract/console.ts'
import { V1_PREFIX, v1 } from '#contract/v1.ts'
import { HEALTHY, IMPORTS, PROPERTIES, replies, type Series, seconds } from './healthy-series.ts'

const RULES = fileURLToPath(new URL('../../../deploy/monitoring/alerts.yaml', import.meta.url))
const skip = spawnSync('promtool', ['--version']).error ? 'promtool is not installed' : false

type Rule = { alert: string; expr: string; labels: Record<string, string>; annotations: Record<string, string> }
/** The fault of each alert, which takes the place of some healthy series, and the labels of the alert that it raises. `_` is a missing sample. */
const FAULTS: Record<string, { series: Series; labels?: Record<string, string> }> = {
  GatehouseDown: {
    series: { 'up{instance="b",job="gatehouse"}': '0x60' },
    labels: { instance: 'b', job: 'gatehouse' },
  },
  GatehouseDatabaseDown: {
    series: { 'gatehouse_queue_due{instance="a",job="gatehouse",queue="deliveries"}': '_x60' },
    labels: { instance: 'a', job: 'gatehouse' },
  },
  GatehouseErrors: { series: { [replies(503, PROPERTIES)]: '0+1x60' }, labels: { instance: 'a' } },
  GatehouseSlow: { series: seconds(PROPERTIES, 10), labels: { route: PROPERTIES } },
  GatehouseCallsWait: {
    series: { 'gatehouse_pool_wait_seconds{instance="a",job="gatehouse",pool="reads"}': '4.9x60' },
    labels: { instance: 'a', job: 'gatehouse', pool: 'reads' },
  },
  GatehouseDeliveriesWait: {
    series: { 'gatehouse_queue_oldest_seconds{instance="a",job="gatehouse",queue="deliveries"}': '301x60' },
  },
  GatehouseMessagesWait: {
    series: { 'gatehouse_queue_oldest_seconds{instance="a",job="gatehouse",queue="invitations"}': '301x60' },
  },
  GatehouseDeliveriesFail: {
    series: { 'gatehouse_delivery_attempts_total{instance="a",job="gatehouse",outcome="500"}': '0+3x60' },
  },
  GatehouseMessagesFail: {
    series: {
      'gatehouse_message_attempts_total{channel="EMAIL",instance="a",job="gatehouse",outcome="postponed"}': '0+3x60',
    },
    labels: { channel: 'EMAIL' },
  },
  GatehouseChangeFeedBehind: {
    series: { 'gatehouse_change_feed_lag_seconds{cause="calendar",instance="a",job="gatehouse"}': '301x60' },
    labels: { cause: 'calendar' },
  },
  GatehouseQuotaDegraded: {
    series: { 'gatehouse_quota_degraded{instance="a",job="gatehouse"}': '1x60' },
    labels: { instance: 'a', job: 'gatehouse' },
  },
  GatehouseAuditLost: {
    series: { 'gatehouse_audit_lines_lost_total{instance="a",job="gatehouse"}': '7x50 8x10' },
    labels: { instance: 'a', job: 'gatehouse' },
  },
  GatehouseMemory: {
    series: { 'gatehouse_memory_used_ratio{instance="a",job="gatehouse"}': '0.81x60' },
    labels: { instance: 'a', job: 'gatehouse' },
  },
  GatehouseDiskFull: {
    series: { 'gatehouse_disk_free_bytes{instance="a",job="gatehouse",what="files"}': '1999999999x60' },
    labels: { instance: 'a', job: 'gatehouse', what: 'files' },
  },
  GatehouseVersionsDiffer: {
    series: { 'gatehouse_build_info{instance="b",job="gatehouse",version="0.1.0"}': '1x60' },
  },
  GatehouseEventLoop: {
    series: { 'nodejs_eventloop_lag_mean_seconds{instance="a",job="gatehouse"}': '0.06x60' },
    labels: { instance: 'a', job: 'gatehouse' },
  },
}

/** The e-mails of a quiet host, which tried to send three after 8 minutes and nothing for half an hour. */
const attempts = (outcome: string) =>
  `gatehouse_message_attempts_total{channel="EMAIL",instance="a",job="gatehouse",outcome="${outcome}"}`
const QUIET: Series = { ...HEALTHY, [attempts('sent')]: '0x60', [attempts('failed')]: '0x60' }
const MAIL_IS_DOWN: Series = { ...QUIET, [attempts('postponed')]: '0x8 3x52' }

/** What is raised if Prometheus asks no process at all. */
const ASKING_NOBODY: Record<string, object> = { GatehouseDown: { job: 'gatehouse' } }

test('each alert fires on its fault, and none on a service without one', { skip }, async t => {
  const rules = await readRules()
  assert.deepEqual(Object.keys(FAULTS).sort(), rules.map(({ alert }) => alert).sort())
  const faulty = Object.assign({}, HEALTHY, ...Object.values(FAULTS).map(({ series }) => series))
  const raised = ({ labels: { severity }, annotations }: Rule, labels: object = {}) => ({
    exp_labels: { severity, ...labels },
    exp_annotations: annotations,
  })
  const tests = [
    { series: HEALTHY, expected: () => [] },
    { series: faulty, expected: (rule: Rule) => [raised(rule, FAULTS[rule.alert]?.labels)] },
    {
      series: MAIL_IS_DOWN,
      expected: (rule: Rule) => (rule.alert === 'GatehouseMessagesFail' ? [raised(rule, { channel: 'EMAIL' })] : []),
    },
    // The mail server is back, or one address is refused for good.
    { series: { ...MAIL_IS_DOWN, [attempts('sent')]: '0x45 1x15' }, expected: () => [] },
    { series: { ...QUIET, [attempts('failed')]: '0x8 1x52' }, expected: () => [] },
    {
      series: {},
      expected: (rule: Rule) => (rule.alert in ASKING_NOBODY ? [raised(rule, ASKING_NOBODY[rule.alert])] : []),
    },
  ].map(({ series, expected }) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: rules.map(rule => ({ eval_time: '53m', alertname: rule.alert, exp_alerts: expected(rule) })),
  }))
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-alerts-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'test.json')
  await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
  execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
})

test('the alert on slow routes leaves out those that take long by nature, and no others', async () => {
  const { expr } = (await readRules()).find(({ alert }) => alert === 'GatehouseSlow') as Rule
  const [, pattern = ''] = /route!~"(.*?)"/.exec(expr) ?? []
  const leftOut = new RegExp(`^(?:${pattern})$`)
  const served = [
    ...Object.values(v1).map(operation => ({ operation, route: V1_PREFIX + operation.path })),
    ...Object.values({ ...consoleContract, ...mountedV1 }).map(operation => ({
      operation,
      route: CONSOLE_PREFIX + operation.path,
    })),
  ]
  for (const [route, group] of Map.groupBy(served, ({ route }) => route)) {
    const takesLong = group.some(({ operation: { streamed, rawBody, download } }) => streamed || rawBody || download)
    assert.equal(leftOut.test(route), takesLong || route === IMPORTS, route)
  }
})

async function readRules(): Promise<Rule[]> {
  return parse(await readFile(RULES, 'utf8')).groups.flatMap(({ rules }: { rules: Rule[] }) => rules)
}
