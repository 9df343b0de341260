/** The kinds of faults: what each does to a stage under load, and how it is undone. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '#server/seed/random.ts'
import { withoutRedisServer } from '../platform/quota/redis-server.ts'
import type { TcpProxy } from './proxy.ts'
import { type Stage, withoutOwnDisk } from './stage.ts'

export type Fault = {
  name: string
  /** The reason why the fault cannot be made here, or false. */
  skip?: () => string | false
  needsOwnDisk?: true
  /** Makes the fault and resolves when it is over. `attempts` waits until that many further calls were attempted. */
  inflict(stage: Stage, random: Random, attempts: (count: number) => Promise<void>): Promise<void>
}

const HOUR_MS = 3_600_000
const STALL_MS = 2_000

export const FAULTS: Fault[] = [
  {
    name: 'kill -9 of the API',
    async inflict(stage) {
      await stage.kill('api')
      await stage.startAll()
    },
  },
  {
    name: 'kill -9 of a worker',
    async inflict(stage, random, attempts) {
      await stage.kill('worker')
      await attempts(random.integer(1, 50))
      await stage.startAll()
    },
  },
  { name: 'kill -9 of PostgreSQL', inflict: stage => stage.killPostgres() },
  {
    name: 'kill -9 of Redis',
    skip: () => withoutRedisServer,
    async inflict({ redis }, random, attempts) {
      await redis?.kill()
      await attempts(random.integer(1, 300))
      await redis?.start()
    },
  },
  { name: 'disk full', skip: withoutOwnDisk, needsOwnDisk: true, inflict: fillDisk },
  { name: 'clock an hour ahead', inflict: (...given) => moveClock(HOUR_MS, ...given) },
  { name: 'clock an hour behind', inflict: (...given) => moveClock(-HOUR_MS, ...given) },
  {
    name: 'network: reset',
    inflict: (stage, random, attempts) =>
      disturb(stage, random, async proxy => {
        const end = proxy.reset()
        await attempts(random.integer(1, 100))
        end()
      }),
  },
  {
    name: 'network: stall of 2 s',
    inflict: (stage, random) =>
      disturb(stage, random, async proxy => {
        const end = proxy.stall()
        await pause(STALL_MS)
        end()
      }),
  },
  {
    name: 'network: half-open connections',
    inflict: (stage, random, attempts) =>
      disturb(stage, random, async proxy => {
        const end = proxy.halfOpen()
        await attempts(random.integer(50, 200))
        end()
      }),
  },
]

/** PostgreSQL, Redis and the receiver in any order, or some of them. */
async function disturb({ proxies }: Stage, random: Random, how: (proxy: TcpProxy) => Promise<void>): Promise<void> {
  const all = [proxies.postgres, proxies.receiver, ...(proxies.redis ? [proxies.redis] : [])]
  for (const proxy of random.shuffle(all).slice(0, random.integer(1, all.length))) await how(proxy)
}

async function fillDisk({ dataDir }: Stage, random: Random, attempts: (count: number) => Promise<void>): Promise<void> {
  const ballast = join(dataDir, 'ballast')
  // It fails when the disk is full, which is its purpose.
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'], { stdio: 'ignore' })
  await attempts(random.integer(50, 300))
  rmSync(ballast, { force: true })
}

/** Moves the clocks of the service alone, as if PostgreSQL and Redis were on other machines with correct clocks. */
async function moveClock(
  offsetMs: number,
  stage: Stage,
  random: Random,
  attempts: (count: number) => Promise<void>,
): Promise<void> {
  for (const role of ['api', 'worker'] as const) stage.setClock(role, offsetMs)
  await attempts(random.integer(100, 300))
  for (const role of ['api', 'worker'] as const) stage.setClock(role, 0)
}
