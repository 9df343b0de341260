/** The version of this program, as package.json states it. */
import { readFileSync } from 'node:fs'

export function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
