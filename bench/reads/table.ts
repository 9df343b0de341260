/** The table of reads: a line for each, and a summary of all of them. */
import type { Aim } from '../measure/aims.ts'
import { CONNECTIONS, type Length, type Medians } from '../measure/alternate.ts'
import type { Spent } from '../measure/processor.ts'
import { median } from '../measure/quantile.ts'
import type { Side } from './serve.ts'

export type Line = { units: number; name: string; isFirstPage: boolean } & Record<Side, Medians>

/**
 * First pages of the largest organization may take up to this many times as long as those of the smallest, and reads must reach these shares of
 * plain's rate.
 */
const MAX_GROWTH = 1.5
const MIN_RATIO = 0.9
const MEDIAN_RATIO = 2
const NAME_WIDTH = 37

export function headerOf({ rounds, seconds }: Length): string {
  return [
    `${CONNECTIONS} connections, medians of ${rounds} alternating rounds of ${seconds} s; processor ms per call, server + PostgreSQL`,
    '',
    `${' '.repeat(NAME_WIDTH)}${'calls/s'.padStart(9)}${'× plain'.padStart(9)}${'× same SQL'.padStart(12)}   ${'service'.padEnd(15)}plain`,
  ].join('\n')
}

export function lineOf(line: Line): string {
  const { name, service, plain } = line
  const rate = Math.round(service.perSecond).toLocaleString('en-US')
  const ratios = `${times(ratioTo('plain', line)).padStart(9)}${times(ratioTo('bare', line)).padStart(12)}`
  return `${name.padEnd(NAME_WIDTH)}${rate.padStart(9)}${ratios}   ${spent(service.perCall).padEnd(15)}${spent(plain.perCall)}`
}

/** The smallest and the median ratio to plain, what is below the limit, and how first pages grow with the organization. */
export function summaryOf(lines: Line[]): string {
  const sorted = lines.toSorted((one, other) => ratioTo('plain', one) - ratioTo('plain', other))
  const [least] = sorted
  if (!least) return 'Nothing was measured.'
  const middle = median(lines.map(line => ratioTo('plain', line)))
  const below = sorted.filter(line => ratioTo('plain', line) < MIN_RATIO)
  return [
    `Calls per second of ${lines.length} reads, compared with plain: lowest ${times(ratioTo('plain', least))} (${placed(least)}), median ${times(middle)}.`,
    `Below ×${MIN_RATIO}: ${below.map(line => `${placed(line)} ${times(ratioTo('plain', line))}`).join('; ') || 'none'}.`,
    ...processorOf(lines),
    ...growthOf(lines),
  ].join('\n')
}

/** The summary of all reads in all sizes, by calls per second. */
export function aimsOf(lines: Line[]): Aim[] {
  if (lines.length === 0) return []
  const ratios = lines.map(line => ratioTo('plain', line))
  const [least, middle] = [Math.min(...ratios), median(ratios)]
  const growths = growthsOf(lines).map(({ growth }) => growth)
  const growth = Math.max(...growths)
  return [
    {
      what: 'Calls per second of each read, compared with plain tables',
      aim: `at least ×${MIN_RATIO}`,
      measured: `×${least.toFixed(2)} (${ratios.filter(ratio => ratio < MIN_RATIO).length} of ${lines.length} below)`,
      isMet: least >= MIN_RATIO,
    },
    {
      what: 'Calls per second of the median read, compared with plain tables',
      aim: `at least ×${MEDIAN_RATIO}`,
      measured: times(middle),
      isMet: middle >= MEDIAN_RATIO,
    },
    ...(growths.length === 0
      ? []
      : [
          {
            what: 'Time for the first page of a list in the largest organization, compared with the smallest',
            aim: `at most ×${MAX_GROWTH}`,
            measured: times(growth),
            isMet: growth <= MAX_GROWTH,
          },
        ]),
  ]
}

/** On a machine that also does other work, this is more reliable than calls per second. */
function processorOf(lines: Line[]): string[] {
  const ratios = lines.flatMap(line => {
    const [ours, plains] = [line.service.perCall, line.plain.perCall]
    return ours && plains ? [{ line, ratio: whole(plains) / whole(ours) }] : []
  })
  const [least] = ratios.toSorted((one, other) => one.ratio - other.ratio)
  if (!least) return []
  const middle = median(ratios.map(({ ratio }) => ratio))
  return [
    `The same by processor time per call, server and PostgreSQL together: lowest ${times(least.ratio)} (${placed(least.line)}), median ${times(middle)}.`,
  ]
}

function whole({ service, postgres }: Spent): number {
  return service + postgres
}

function growthOf(lines: Line[]): string[] {
  const grown = growthsOf(lines).map(({ name, growth }) => `${name} ${times(growth)}`)
  if (grown.length === 0) return []
  const [from, to] = extremes(lines).map(units => units.toLocaleString('en-US'))
  return [
    `Time for first pages at ${to} units, compared with ${from} (aim: at most ×${MAX_GROWTH}): ${grown.join(', ')}.`,
  ]
}

/** How many times as long each first page takes in the largest organization as in the smallest. */
function growthsOf(lines: Line[]): { name: string; growth: number }[] {
  const [smallest, largest] = extremes(lines)
  if (smallest === largest) return []
  const first = lines.filter(({ isFirstPage }) => isFirstPage)
  return first
    .filter(({ units }) => units === largest)
    .flatMap(large => {
      const small = first.find(({ units, name }) => units === smallest && name === large.name)
      return small ? [{ name: large.name, growth: small.service.perSecond / large.service.perSecond }] : []
    })
}

function extremes(lines: Line[]): [number, number] {
  const sizes = lines.map(({ units }) => units)
  return [Math.min(...sizes), Math.max(...sizes)]
}

function placed({ name, units }: Line): string {
  return `${name} at ${units.toLocaleString('en-US')}`
}

function ratioTo(baseline: 'plain' | 'bare', line: Line): number {
  return line.service.perSecond / line[baseline].perSecond
}

function times(ratio: number): string {
  return `×${ratio.toFixed(2)}`
}

function spent(perCall: Spent | undefined): string {
  return perCall ? `${perCall.service.toFixed(2)} + ${perCall.postgres.toFixed(2)}` : '–'
}
