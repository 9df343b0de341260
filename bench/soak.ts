/**
 * Checks that memory stays flat: the service as `bin/gatehouse serve` runs it from the bundle, under a steady mixed load of reads, writes, rent rolls
 * and exports of several organizations; its resident memory by the minute, and how much it grows per hour after the first third. Options: --minutes 5
 * (30 before a release) --rate 140 (calls per second) --role api --units 400 --most 200 (millions of bytes, of which a MiB has 1.05), and --only lists,
 * writes, rent-rolls, exports or imports, to see which of them memory goes to.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import type { Role } from '#server/start.ts'
import { openSetup } from './fairness/setup.ts'
import { printAims } from './measure/aims.ts'
import { bundle, serveGatehouse } from './measure/gatehouse.ts'
import { print } from './measure/print.ts'
import { callsOf } from './soak/calls.ts'
import { describeParts, residentMib } from './soak/memory-parts.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '140' },
    role: { type: 'string', default: 'api' },
    units: { type: 'string', default: '400' },
    most: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
  },
})
const [minutes, rate, units, most] = [values.minutes, values.rate, values.units, values.most].map(Number) as [
  number,
  number,
  number,
  number,
]
const SAMPLE_MS = 1_000
const MAX_IN_FLIGHT = 200
const MB_PER_MIB = 1024 ** 2 / 1e6

const setup = await openSetup({ units })
bundle()
const gatehouse = await serveGatehouse(setup.connection, values.role as Role)
const { pid, url } = gatehouse
const pool = new Pool(url, { connections: MAX_IN_FLIGHT })
const statuses: Record<string, number> = {}
const calls = await callsOf(setup, url, values.only)
const samples: { hours: number; mib: number }[] = []
let made = 0
let underWay = 0

try {
  print(
    `role ${values.role}, ${rate} calls/s for ${minutes} min, ${units} units; resident at the start: ${residentMib(pid).toFixed(0)} MiB`,
  )
  print(await describeParts(pid, url))
  const began = performance.now()
  const sampling = setInterval(() => {
    samples.push({ hours: (performance.now() - began) / 3_600_000, mib: residentMib(pid) })
    if (samples.length % 60 === 0)
      print(`${samples.length / 60} min: ${samples.at(-1)?.mib.toFixed(0)} MiB, ${made} calls`)
  }, SAMPLE_MS)
  while (performance.now() - began < minutes * 60_000) {
    const due = ((performance.now() - began) / 1_000) * rate
    while (made < due && underWay < MAX_IN_FLIGHT) void call(made++)
    await pause(5)
  }
  clearInterval(sampling)
  report()
  print(await describeParts(pid, url))
} finally {
  await pool.close()
  await gatehouse.stop()
  await setup.close()
}

function report(): void {
  const settled = samples.slice(Math.floor(samples.length / 3))
  const peak = Math.max(...samples.map(({ mib }) => mib))
  print(
    `replies: ${Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  )
  print(`at most ${peak.toFixed(0)} MiB; after the first third ${slope(settled).toFixed(1)} MiB more per hour`)
  const peakMb = peak * MB_PER_MIB
  printAims([
    {
      what: 'Resident memory under a mixed load',
      aim: `at most ${most} MB`,
      measured: `${peakMb.toFixed(0)} MB`,
      isMet: peakMb <= most,
    },
  ])
}

/** The line of least squares. */
function slope(points: typeof samples): number {
  const mean = (of: (point: (typeof samples)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [hours, mib] = [mean(point => point.hours), mean(point => point.mib)]
  const above = points.reduce((sum, point) => sum + (point.hours - hours) * (point.mib - mib), 0)
  return above / points.reduce((sum, point) => sum + (point.hours - hours) ** 2, 0)
}

async function call(number: number): Promise<void> {
  underWay++
  const { headers, ...rest } = calls[number % calls.length]!
  const fresh = rest.body ? { 'idempotency-key': randomUUID() } : {}
  const reply = await pool.request({ ...rest, headers: { ...headers, ...fresh } }).catch(() => undefined)
  for await (const _ of reply?.body ?? []);
  const status = reply?.statusCode ?? 'lost'
  statuses[status] = (statuses[status] ?? 0) + 1
  underWay--
}
