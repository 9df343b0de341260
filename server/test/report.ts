/** The report of a test run: failures as they happen with the command that repeats each, then totals and the slowest files. */
import { inspect } from 'node:util'

/** A test or a suite that has ended, as the runner of Node reports it. */
export type Ended = {
  name: string
  file?: string | undefined
  line?: number | undefined
  nesting: number
  skip?: string | boolean | undefined
  details: { duration_ms: number; type?: string | undefined; error?: (Error & { cause?: unknown }) | undefined }
}

export type Report = {
  passed(test: Ended): void
  failed(test: Ended): void
  /** A file whose process ended before its tests did. */
  lost(file: string): void
  /** Prints the end of the report; returns whether everything passed and at least one test ran. */
  end(elapsedMs: number): boolean
}

export function openReport(print: (line: string) => void, slowestCount: number): Report {
  const counts = { pass: 0, fail: 0, skipped: 0 }
  const slowest = new Map<string, number>()
  const failures: string[] = []
  const skipped = new Map<string, number>()

  function count(test: Ended, outcome: 'pass' | 'fail'): void {
    if (test.nesting === 0) slowest.set(test.name, test.details.duration_ms)
    if (test.details.type === 'suite') return
    if (!test.skip) counts[outcome] += 1
    else counts.skipped += 1
    if (typeof test.skip === 'string') skipped.set(test.skip, (skipped.get(test.skip) ?? 0) + 1)
  }

  function fail(title: string, details: string[]): void {
    const lines = [`✖ ${title}`, ...details.map(line => `  ${line}`)]
    failures.push(lines.join('\n'))
    print(lines.join('\n'))
  }

  return {
    passed: test => count(test, 'pass'),
    failed(test) {
      count(test, 'fail')
      // A suite fails because of its tests, which have been reported, or on its own, if a hook or an import throws.
      const { error, type } = test.details
      if (type === 'suite' && /subtests? failed/.test(error?.message ?? '')) return
      if (type === 'suite') counts.fail += 1
      const file = test.file ? relative(test.file) : test.name
      const name = test.nesting === 0 ? '' : ` --name ${JSON.stringify(test.name)}`
      fail(test.name, [
        `at ${file}:${test.line ?? 1}`,
        ...inspect(error?.cause ?? error).split('\n'),
        `again: npm test -- ${file.endsWith('.test.ts') ? file : test.name}${name}`,
      ])
    },
    lost(file) {
      counts.fail += 1
      fail(`${file} did not end`, ['its process ended before its tests did', `again: npm test -- ${file}`])
    },
    end(elapsedMs) {
      if (failures.length > 1) print(['', 'All that failed:', ...failures].join('\n'))
      print('\nThe slowest files:')
      for (const [file, ms] of [...slowest].sort((one, other) => other[1] - one[1]).slice(0, slowestCount)) {
        print(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`)
      }
      for (const [reason, number] of skipped) print(`${number} skipped: ${reason}`)
      const tests = counts.pass + counts.fail + counts.skipped
      print('')
      for (const [name, number] of Object.entries({ tests, ...counts })) print(`ℹ ${name} ${number}`)
      print(`ℹ duration_ms ${Math.round(elapsedMs)}`)
      print(`${counts.pass} passed, ${counts.fail} failed, ${counts.skipped} skipped`)
      return counts.fail === 0 && counts.pass > 0
    },
  }
}

function relative(file: string): string {
  return file.slice(file.lastIndexOf('/server/test/') + 1)
}
