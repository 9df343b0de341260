/** What is measured and traced in every process, whatever its role. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Clock } from '#server/base/clock.ts'
import type { Config } from '../config.ts'
import type { Pools } from '../database.ts'
import { version } from '../version.ts'
import { watchDisks } from './disk.ts'
import { watchLoad } from './load.ts'
import { countOutcomes } from './outcomes.ts'
import type { Traces } from './traces.ts'

export type Observed = { registry: Registry; traces: Traces | undefined }

/** Opens metrics and traces. What must be closed is added to `closers`. */
export async function observe(
  { config, clock, figuresWaitMs }: { config: Config; clock: Clock; figuresWaitMs?: number },
  pools: Pools,
  closers: (() => unknown)[],
): Promise<Observed> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'gatehouse_build_info',
    help: 'Always 1; its label is the version that runs.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: version() }, 1)
  watchDisks(registry, config)
  watchLoad(registry, pools, clock, figuresWaitMs)
  closers.push(countOutcomes(registry))
  // The SDK takes 0.1 s to load, and most services have no collector.
  const traces = config.traces && (await import('./traces.ts')).openTraces(config.traces)
  if (traces) closers.push(() => traces.close())
  return { registry, traces }
}
