/** Opens the services outside the database that operations need, as the settings describe them. */
import { readFile, writeFile } from 'node:fs/promises'
import { asError } from '#server/base/as-error.ts'
import type { Clock } from '#server/base/clock.ts'
import { makeFolder } from '#server/base/make-folder.ts'
import { Refusal } from '#server/base/refusal.ts'
import { giveToOwner } from '#server/db/embedded/owner.ts'
import type { ExternalServices } from '#server/platform/external-services.ts'
import { makeRootKey, type RootKeys, readRootKeys, rootKeyFileIn } from '#server/platform/root-keys.ts'
import { checkTarget } from '#server/platform/targets/check-target.ts'
import { targetPolicy } from '#server/platform/targets/policy.ts'
import { nameResolver, type ResolveName } from '#server/platform/targets/resolve-name.ts'
import type { Config } from './config.ts'
import { Sender } from './webhooks/send.ts'

export type OpenedExternalServices = ExternalServices & { sender: Sender }

/** For tests: a replacement for the hosts file and DNS, and how long a target may take. */
export type ExternalServicesOptions = { resolveName?: ResolveName; sendLimitMs?: number }

export async function openExternalServices(
  config: Config,
  clock: Clock,
  { resolveName = nameResolver(), sendLimitMs }: ExternalServicesOptions = {},
): Promise<OpenedExternalServices> {
  const policy = targetPolicy(config)
  return {
    rootKeys: await rootKeysOf(config),
    checkTarget: url => checkTarget(url, { policy, resolveName }),
    sender: new Sender({
      policy,
      resolveName,
      clock,
      ...(sendLimitMs !== undefined && { limitMs: sendLimitMs }),
    }),
  }
}

/** The root keys. In development, a key in the data folder is sufficient, because anyone who can read the folder also has the database. */
async function rootKeysOf({ rootKey, environment, dataDir }: Config): Promise<RootKeys> {
  if (rootKey !== undefined) return readRootKeys(rootKey)
  if (environment === 'production') {
    throw new Refusal(
      'invalid_request',
      'GATEHOUSE_ROOT_KEY is not set. Production needs id:key, the key 32 bytes in base64 (`openssl rand -base64 32`), kept outside the database.',
    )
  }
  const file = rootKeyFileIn(dataDir)
  await makeFolder(dataDir)
  try {
    // This fails if the file exists: if two processes start at once, one creates it and both read it.
    await writeFile(file, `${makeRootKey('local')}\n`, { mode: 0o600, flag: 'wx' })
    await giveToOwner(file)
  } catch (error) {
    if (asError(error).code !== 'EEXIST') throw error
  }
  return readRootKeys((await readFile(file, 'utf8')).trim(), file)
}
