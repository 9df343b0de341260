/** Aims and measurements: one line for each aim, which `npm run bench -- report` collects into a table. */
import { print } from './print.ts'

export type Aim = { what: string; aim: string; measured: string; isMet: boolean }

const BEGINNING = 'Aim: '
const BETWEEN = ' | '

/** The status with which a benchmark ends that missed an aim. */
export const AIM_MISSED = 3

/** Prints the aims. A missed one ends the program with status `AIM_MISSED`. */
export function printAims(aims: readonly Aim[]): void {
  for (const { what, aim, measured, isMet } of aims) {
    print(BEGINNING + [what, aim, measured, isMet ? 'met' : 'missed'].join(BETWEEN))
    if (!isMet) process.exitCode = AIM_MISSED
  }
}

/** The aim that a line states, if it states one. */
export function readAim(line: string): Aim | undefined {
  if (!line.startsWith(BEGINNING)) return undefined
  const [what = '', aim = '', measured = '', outcome] = line.slice(BEGINNING.length).split(BETWEEN)
  return { what, aim, measured, isMet: outcome === 'met' }
}
