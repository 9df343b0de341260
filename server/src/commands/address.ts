/** Where the service of these settings listens. */
import type { Config } from '../config.ts'

export function addressOf({ host, port }: Config): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
