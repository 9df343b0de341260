/** A service on the database and the clock of a world, with separate limits on connections, pools and memory. */
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { type Service, type ServiceOptions, startService } from '#server/start.ts'
import { PATIENT } from '../patience.ts'
import type { World } from '../world.ts'

type Limits = Pick<ServiceOptions, 'connectionLimits' | 'requestTimeoutMs' | 'stallLimitMs' | 'poolLimits' | 'memory'>

export function startLimited(
  world: World,
  limits: Limits,
  settings: Record<string, string> = {},
): Promise<Service & AsyncDisposable> {
  const rootKey = 'test:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
  return startService({
    ...PATIENT,
    ...limits,
    config: readConfig({ PORT: '0', GATEHOUSE_ROOT_KEY: rootKey, ...settings }),
    connection: world.database.connection,
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    role: 'api',
    clock: world.clock,
  }).then(service => ({ ...service, [Symbol.asyncDispose]: service.stop }))
}
