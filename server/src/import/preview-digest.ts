/** Computes a digest of what a preview showed, so that an import that would do something else can be refused. */
import { hash } from 'node:crypto'
import type { Findings } from './findings.ts'

type Previewed = {
  rows: number
  rowsLeftOut: number
  unchanged: number
  created: unknown
  updated: unknown
  read: unknown
  changes: Findings<string>
  problems: Pick<Findings<unknown>, 'count'>
  reported: Pick<Findings<unknown>, 'count'>
  /** Only a rent roll has a day, and charge codes with their meaning. */
  asOf?: string
  movedOut?: number
  charges?: unknown
}

export function digestOf(outcome: Previewed): string {
  const { rows, rowsLeftOut, unchanged, created, updated, read, changes, problems, reported } = outcome
  const counts = [rows, rowsLeftOut, unchanged, changes.count, problems.count, reported.count]
  const of = [counts, created, updated, read, changes.first, outcome.asOf, outcome.movedOut, outcome.charges]
  return hash('sha256', JSON.stringify(of), 'hex')
}
