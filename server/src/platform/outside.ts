/** What operations need of the world outside the database; made in start.ts from the settings, and by tests in its place. */
import type { RootKeys } from './root-keys.ts'

export type Outside = {
  rootKeys: RootKeys
  /** Throws a Refusal naming `target_url` for an address events must not be sent to; one that does not resolve yet is accepted. */
  checkTarget(url: string): Promise<void>
}

/** For commands, which reach nothing outside. */
export const nothingOutside: Outside = {
  get rootKeys(): RootKeys {
    throw new Error('Commands have no root keys')
  },
  async checkTarget() {
    throw new Error('Commands call no targets')
  },
}
