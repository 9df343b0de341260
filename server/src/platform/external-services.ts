/** The services outside the database that operations need, created by start.ts from the settings, or by tests in its place. */
import type { RootKeys } from './root-keys.ts'

export type ExternalServices = {
  rootKeys: RootKeys
  /** Throws a Refusal that names `target_url` if events must not be sent to its address; a host that does not resolve yet is accepted. */
  checkTarget(url: string): Promise<void>
}

/** The variant for the command line, which calls nothing outside this machine. */
export const noExternalServices: ExternalServices = {
  get rootKeys(): RootKeys {
    throw new Error('Commands have no root keys')
  },
  async checkTarget() {
    throw new Error('Commands call no targets')
  },
}
