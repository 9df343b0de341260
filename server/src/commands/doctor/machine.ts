/** The doctor's checks of this machine: settings, versions, file permissions and disk space. */
import { existsSync, type StatsFs } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closestExisting } from '../../base/make-folder.ts'
import { shellWord } from '../../base/shell-word.ts'
import { type Config, describeUnknown, type WrongSetting } from '../../config.ts'
import { availableMemory } from '../../http/memory-guard.ts'
import { growingFolders } from '../../observe/disk.ts'
import { ROOT_KEY_FILE } from '../../platform/root-keys.ts'
import { version } from '../../version.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const OLDEST_NODE = 24
const GIGABYTE = 1_000_000_000
/** A new month of partitions and a day of uploads create some hundreds of files. */
const MIN_FREE_FILES = 10_000
/** What the uploads of imports fill at most: 20 bodies of 16 MiB, and the files of those that are being read. */
export const UPLOADS_GIGABYTES = 0.4
/** Files of the data folder that hold secrets. */
const SECRET_FILES = [ROOT_KEY_FILE, 'demo.json']
const OTHERS_MAY_READ = 0o077
const OTHERS_MAY_WRITE = 0o022

export function checkSettings(config: Config, wrong: readonly WrongSetting[]): Finding[] {
  const found = [
    ...wrong.map(({ name, message }) =>
      problem(
        'settings',
        message,
        `Correct ${name}: until then, nothing else starts. The README lists the values of each setting.`,
      ),
    ),
    ...(config.unknownSettings ?? []).map(name =>
      warning('settings', describeUnknown(name), 'Correct its name, or remove it; the README lists every setting.'),
    ),
    ...(config.environment === 'production' ? missingInProduction(config) : developmentForOthers(config)),
    ...retriesThatEndEarly(config),
  ]
  return found.length > 0 ? found : [ok('settings', `The settings are complete for ${config.environment}.`)]
}

/** An https address is one that others reach, so this is most likely a production whose environment was forgotten. */
function developmentForOthers({ publicUrl }: Config): Finding[] {
  if (!publicUrl?.startsWith('https:')) return []
  return [
    warning(
      'settings',
      `GATEHOUSE_ENV is development, or not set, and PUBLIC_URL is ${publicUrl}: webhooks may go to private addresses and without TLS, and the service starts even if a root key is missing.`,
      'Set GATEHOUSE_ENV=production, and GATEHOUSE_ROOT_KEY to the key of the data folder.',
    ),
  ]
}

/** The shortest time for which a receiver in production may be out of reach without missing events. */
const MIN_RETRIES_MS = 3_600_000

function retriesThatEndEarly({ webhookRetrySchedule: delays, environment }: Config): Finding[] {
  if (delays === undefined) return []
  const action = 'Add delays, such as 0s,5m,1h,6h,24h, or leave it out for the default ones.'
  const what = 'WEBHOOK_RETRY_SCHEDULE'
  if (delays.length === 1) {
    return [warning('settings', `${what} has one delay, so a delivery that fails is never tried again.`, action)]
  }
  const lastMs = delays.slice(1).reduce((sum, delay) => sum + delay, 0)
  if (environment === 'development' || lastMs >= MIN_RETRIES_MS) return []
  const last = `${(lastMs / 1_000).toLocaleString('en-US')} s after the first`
  return [
    warning(
      'settings',
      `${what} makes the last attempt ${last}, so a receiver that is out of reach for longer misses events.`,
      action,
    ),
  ]
}

function missingInProduction(config: Config): Finding[] {
  const found: Finding[] = []
  const warn = (message: string, action: string) => found.push(warning('settings', message, action))
  if (config.rootKey === undefined) {
    found.push(
      problem(
        'settings',
        'GATEHOUSE_ROOT_KEY is not set, and production does not start without it.',
        'Set it to id:key, the key from `openssl rand -base64 32`, and keep a copy outside the database.',
      ),
    )
  }
  if (config.publicUrl === undefined) {
    warn('PUBLIC_URL is not set, so no links are sent.', 'Set it to the address at which people open the console.')
  } else if (config.publicUrl.startsWith('http:')) {
    warn('PUBLIC_URL begins with http:, so cookies are not Secure.', 'Put TLS in front and state the https address.')
  }
  if (config.publicUrl?.startsWith('https:') && config.trustProxy.length === 0) {
    warn(
      'TRUST_PROXY is empty, so limits count the proxy and not its callers.',
      'Set it to the address range of the proxy that terminates TLS.',
    )
  }
  if (config.metricsToken === undefined) {
    warn('METRICS_TOKEN is not set, so nobody can read /metrics.', 'Set it and give it to Prometheus.')
  }
  if (config.mail === undefined) {
    warn('SMTP_URL is not set, so e-mail is captured instead of sent.', 'Set SMTP_URL and MAIL_FROM.')
  }
  return [...found, ...rangesOfEveryAddress(config), ...whatTheSystemTakes(config), ...weakened(config)]
}

/** Connections that someone in between could read, because of a variable that was set to try something out. */
function weakened({ weakening = [] }: Config): Finding[] {
  return weakening.map(({ name, value, trusts }) =>
    trusts === 'any server'
      ? problem(
          'settings',
          `${name} has ${value}, so ${name === 'NODE_TLS_REJECT_UNAUTHORIZED' ? EVERY_SERVER : 'the certificate of PostgreSQL is not checked, and anyone who answers in its place gets the password.'}`,
          'Remove it. If an authority of your own signed a certificate, set NODE_EXTRA_CA_CERTS to the file with the certificate of that authority, here and for the service.',
        )
      : warning(
          'settings',
          `${name} has ${value}, so anyone who reaches the port of the debugger can read every secret of the process.`,
          'Remove it, and restart the service.',
        ),
  )
}

const EVERY_SERVER =
  'the certificates of PostgreSQL, Redis, the mail server, Twilio and the bucket are not checked, and anyone who answers in place of one of them gets its password. Those of webhook receivers are still checked.'

/** Memory and files that the settings rely on and the system does not leave to the service. */
function whatTheSystemTakes({ memoryLimitBytes, files: { place } }: Config): Finding[] {
  const found: Finding[] = []
  if ((memoryLimitBytes ?? 0) > availableMemory()) {
    found.push(
      warning(
        'settings',
        'MEMORY_LIMIT_MB is more than this machine has, so the system kills a process before the process refuses any call.',
        'Lower it, or leave it out: the default is three quarters of what the machine has.',
      ),
    )
  }
  if (place.kind === 'folder' && /^\/(?:var\/)?tmp\//.test(place.path)) {
    found.push(
      warning(
        'settings',
        `Uploaded files are kept in ${place.path}, and the system deletes what is in /tmp and /var/tmp.`,
        'Move the files to a folder of their own, and set FILES_DIR to it.',
      ),
    )
  }
  return found
}

function rangesOfEveryAddress({ trustProxy, webhookAllowedCidrs }: Config): Finding[] {
  const settings = [
    {
      name: 'TRUST_PROXY',
      ranges: trustProxy,
      result:
        'any caller can state another address in X-Forwarded-For, which then decides on limits and on the address ranges of keys',
      action: 'Set it to the address range of your proxies.',
    },
    {
      name: 'WEBHOOK_ALLOWED_CIDRS',
      ranges: webhookAllowedCidrs,
      result: 'webhooks can reach this machine and everything else in its network',
      action: 'Set it to the addresses of the receivers that are not public.',
    },
  ]
  return settings.flatMap(({ name, ranges, result, action }) => {
    const every = ranges.find(range => /\/0+$/.test(range))
    return every === undefined
      ? []
      : warning('settings', `${name} has ${every}, which is every address, so ${result}.`, action)
  })
}

export function checkVersions(): Finding[] {
  const node = process.versions.node
  return Number.parseInt(node, 10) >= OLDEST_NODE
    ? [ok('versions', `This is Gatehouse ${version()} on Node ${node}.`)]
    : [
        problem(
          'versions',
          `Node ${node} is too old.`,
          `Install Node ${OLDEST_NODE} or newer, or start it with bin/gatehouse.`,
        ),
      ]
}

/** Whether anybody other than the service can read its secrets or write into its data folder. */
export async function checkFiles({ dataDir, files: { place } }: Config): Promise<Finding[]> {
  const found: Finding[] = []
  if (place.kind === 'folder' && existsSync(place.path) && (await modeOf(place.path)) & OTHERS_MAY_WRITE) {
    found.push(
      problem(
        'files',
        `Other accounts can write to ${place.path}, and so remove uploaded files.`,
        `Run chmod 700 ${shellWord(place.path)}.`,
      ),
    )
  }
  if (!existsSync(dataDir))
    return found.length > 0 ? found : [ok('files', 'There is no data folder, so it holds no secret.')]
  if ((await modeOf(dataDir)) & OTHERS_MAY_WRITE) {
    found.push(problem('files', `Other accounts can write to ${dataDir}.`, `Run chmod 700 ${shellWord(dataDir)}.`))
  }
  for (const name of SECRET_FILES) {
    const file = join(dataDir, name)
    if (existsSync(file) && (await modeOf(file)) & OTHERS_MAY_READ) {
      found.push(
        problem('files', `Other accounts can read ${file}, which holds a secret.`, `Run chmod 600 ${shellWord(file)}.`),
      )
    }
  }
  return found.length > 0 ? found : [ok('files', `No other account can read the secrets in ${dataDir}.`)]
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode
}

/**
 * Whether there is room where files are written: `minGigabytes` for the embedded database and uploaded files, which grow, and for the temporary
 * folder what the uploads of imports fill at most. It may be in memory, where more would be wasted. A folder that does not exist yet is
 * looked for on the disk of its closest parent, where it will be created.
 */
export async function checkDisk(config: Config, minGigabytes: number): Promise<Finding[]> {
  const folders = [
    ...growingFolders(config).map(({ folder }) => ({ folder, min: minGigabytes })),
    { folder: tmpdir(), min: Math.min(minGigabytes, UPLOADS_GIGABYTES) },
  ]
  return Promise.all(folders.map(checkRoom))
}

/** What a file system says about its room, in blocks of `bsize` bytes and in files; `files` is 0 if it sets no limit to their number. */
type Room = Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>

async function checkRoom({ folder, min }: { folder: string; min: number }): Promise<Finding> {
  return describeRoom(await statfs(closestExisting(folder)), folder, min)
}

export function describeRoom({ bavail, bsize, files, ffree }: Room, folder: string, min: number): Finding {
  const free = (bavail * bsize) / GIGABYTE
  // Rounded down, so that what is less than enough does not look as if it were enough.
  const message = `${(Math.floor(free * 10) / 10).toFixed(1)} GB are free for ${folder}`
  if (free < min) {
    return problem(
      'disk',
      `Only ${message}; ${min} GB should be free.`,
      'Delete what is not needed there, or give it a larger disk. A full disk stops every write.',
    )
  }
  if (files > 0 && ffree < MIN_FREE_FILES && ffree < files / 10) {
    return problem(
      'disk',
      `Only ${ffree.toLocaleString('en-US')} more files can be created for ${folder}, although ${message}.`,
      'Delete many small files there (df -i shows how many are left), or use a file system with more inodes. Without them, it is as if the disk were full.',
    )
  }
  return ok('disk', `${message}.`)
}
