/** How the files of a test run are spread over processes: loading the modules takes about a second of processor time in each. */

/**
 * Files whose subject is the process itself (its memory, its handlers, its environment), each in a separate process. One about months and those about
 * spans of a log are here as well, because the IDs of a process never go back in time, even if the world of the next file begins earlier.
 */
const ALONE = /\/(?:administrative-log|console-logs|memory|large|imports-fairness|embedded|retention|bench)\.test\.ts$/

/**
 * Roughly the seconds of processor time that a file takes, PostgreSQL and Chromium included; the first line that matches counts. They only decide
 * what shares a process and what starts first, so that no long file is left alone at the end.
 */
const SECONDS: readonly [RegExp, number][] = [
  [/\/browser\/console-pages\./, 45],
  [/\/service\/starting\./, 30],
  [/\/faults\./, 25],
  [/\/console-coverage\./, 22],
  [/\/client\/sync\./, 20],
  [/\/browser\/(?:console-(?:import|tables|two-tabs)|docs)\.|\/service\/(?:backup|backup-stopped)\./, 16],
  [/\/(?:bench|embedded|imports-fairness|layouts|rent-roll-rules)\./, 12],
  [/\/contract\/coverage\.|\/db\/isolation\./, 11],
  [/\/(?:backup-keys|doctor|embedded-logins|previous-release|readme|rolling-restart|root-keys)\./, 11],
  [/\/browser\/console-(?:leasing|mistakes|money|sign-in|steps|webhooks)\./, 10],
  [/\/(?:copies|database-failures|doctor-services|journal-example|known-devices|stopping|streams)\./, 8],
  [/\/console\/(?:first-pages|sorting)\.|\/(?:command-line|embedded-damage|large|log-lines|past-days)\./, 7],
  [/\/(?:idempotency-crash|install|list-totals|memory|mixed-load|numbers-crash|payment-sums|point-in-time)\./, 6],
  [/\/browser\/|\/(?:imports|key-changes|leases|promoted-standby|webhook-secrets|workbook-bombs)\./, 5],
  [
    /\/(?:codes-once|early-locks|fuzz|pagination|raw-http-fuzz|rent-to-come|repeated-writes)\.|\/contract\/isolation\./,
    4,
  ],
  [/\/service\//, 2],
  [/\/import\//, 0.4],
]
const OTHERWISE = 1

/**
 * Few enough processes that loading does not matter, and short enough that all end at about the same time. Each additional process takes 1.8 s of
 * processor time, and 0.2 s for its world; one with a browser takes three seconds more.
 */
const SECONDS_PER_BATCH = 130

/** Batches of files of one area, or of several small areas, the ones that take longest first. */
export function batchesOf(files: readonly string[]): string[][] {
  const alone = files.filter(file => ALONE.test(file))
  const folders = Map.groupBy(
    files.filter(file => !alone.includes(file)),
    areaOf,
  )
  const areas = Object.groupBy(folders.values(), files =>
    secondsOf(files) < SECONDS_PER_BATCH / 2 ? 'small' : 'large',
  )
  const batches = [...(areas.large ?? []), (areas.small ?? []).flat()].flatMap(split)
  return [...batches, ...alone.map(file => [file])].sort(longestFirst)
}

/** The folder below server/test, with the folders in it: `server/test/platform/quota/redis.test.ts` → `platform`. */
function areaOf(file: string): string {
  return file.split('/').slice(2, -1)[0] ?? ''
}

/** Gives each file, the longest first, to the batch that has the least to do. */
function split(files: readonly string[]): string[][] {
  const batches = Array.from({ length: Math.ceil(secondsOf(files) / SECONDS_PER_BATCH) }, (): string[] => [])
  for (const file of files.toSorted((one, other) => longestFirst([one], [other]))) {
    batches.toSorted(longestFirst).at(-1)?.push(file)
  }
  return batches.filter(batch => batch.length > 0)
}

function longestFirst(one: readonly string[], other: readonly string[]): number {
  return secondsOf(other) - secondsOf(one)
}

function secondsOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (SECONDS.find(([path]) => path.test(file))?.[1] ?? OTHERWISE), 0)
}
