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
  [/\/browser\/console-pages\./, 50],
  [/\/console-coverage\./, 35],
  [/\/faults\./, 30],
  [/\/client\/sync\./, 25],
  [/\/browser\/(?:console-(?:developers|import|mistakes|money|tables)|docs)\./, 15],
  [/\/(?:backup|bench|coverage|doctor|doctor-repair|doctor-services|first-pages|starting)\./, 15],
  [/\/browser\/(?:console-(?:first-visit|invitations|limit|long-work|print|selection)|windows)\./, 3],
  [/\/browser\//, 8],
  [
    /\/(?:copies|embedded-logins|imports-fairness|isolation|journal-example|readme|rolling-restart|root-keys|stopping)\./,
    10,
  ],
  [
    /\/(?:backup-keys|blank-text|codes-once|command-line|embedded|first-pages-of-money|idempotency|install|layouts|mixed-load)\./,
    7,
  ],
  [/\/(?:pagination|raw-http-fuzz|rent-roll-rules|search|sorting)\./, 7],
  [
    /\/(?:changed-since|files|import-mapping|imports|large|large-among-small|memory|outage|plans|slow-readers|webhook-secrets)\./,
    5,
  ],
]
const OTHERWISE = 2

/**
 * Few enough processes that loading does not matter, short enough that all end at about the same time. A process takes 1.4 s of processor time
 * more than one that runs its files together with others, and half a second for its world; one with a browser takes three seconds more.
 */
const SECONDS_PER_BATCH = 120

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
