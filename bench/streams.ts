/**
 * The streamed replies, in organizations of several sizes: the rent roll of today and of a day a year ago, and the export with which a copy
 * begins. It measures how soon the first byte arrives, how long the whole reply takes, and how much memory the service takes for it; today's rent
 * roll takes turns with the same statements in psql. Options: --units 400,10000 --months 36 --entries 0 (more for each lease) --rounds 3.
 */
import { get } from 'node:http'
import { parseArgs } from 'node:util'
import { addDays } from '#server/base/dates.ts'
import { type Aim, printAims } from './measure/aims.ts'
import { print } from './measure/print.ts'
import { openProgram, type Program } from './measure/program.ts'
import { median } from './measure/quantile.ts'
import type { Answer, Question } from './measure/serve.ts'
import { openSetup, type Setup } from './reads/setup.ts'
import { fillBooks } from './streams/books.ts'
import { hasPsql, runInPsql } from './streams/psql.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '400,10000' },
    months: { type: 'string', default: '36' },
    entries: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
  },
})
const [months, entries, rounds] = [values.months, values.entries, values.rounds].map(Number) as [number, number, number]

const MIB = 1024 * 1024
const DAYS_AGO = 365
/**
 * A rent roll of 50,000 units may take this long, and a unit of the largest organization up to this many times as long as one of the smallest.
 */
const MAX_MS_OF_50_000 = 4_000
const MAX_GROWTH = 1.2

type Stream = { name: string; path: string }
type Measured = {
  units: number
  name: string
  firstByteMs: number
  ms: number
  bytes: number
  lines: number
  grownMib: number
}

const all: Measured[] = []
for (const units of values.units.split(',').map(Number)) {
  const setup = await openSetup(units, months)
  try {
    await measure(units, setup)
  } finally {
    await setup.close()
  }
}
printAims([...aimsOf('rent roll of today'), ...aimsOf('rent roll of a past day')])

async function measure(units: number, setup: Setup): Promise<void> {
  print(`${units.toLocaleString('en-US')} units, seeded in ${setup.seconds.toFixed(1)} s: ${setup.made}.`)
  if (entries > 0) {
    print(`The books were filled to ${(await fillBooks(setup, entries)).toLocaleString('en-US')} entries.`)
  }
  const service = await openService(setup)
  try {
    print(`${''.padEnd(28)}first byte      whole   per unit        size   memory grows   (medians of ${rounds} rounds)`)
    for (const stream of streamsOf(setup)) {
      const measured = await medianOf(stream, units, setup.keys[0]!, service)
      all.push(measured)
      print(lineOf(measured))
    }
    if (hasPsql(setup)) {
      const taken: number[] = []
      for (let round = 0; round < rounds; round++) taken.push(await runInPsql(setup))
      print(`the same in psql, today     ${`${median(taken).toFixed(0)} ms`.padStart(22)}`)
    }
    print('')
  } finally {
    await service.close()
  }
}

function streamsOf({ today }: Setup): Stream[] {
  const roll = '/api/v1/rent-roll?scope_id=portfolio'
  return [
    { name: 'rent roll of today', path: roll },
    { name: 'rent roll of a past day', path: `${roll}&as_of_date=${addDays(today, -DAYS_AGO)}` },
    { name: 'export (a first copy)', path: '/api/v1/export' },
  ]
}

function lineOf({ units, name, firstByteMs, ms, bytes, lines, grownMib }: Measured): string {
  const records = name.startsWith('export') ? `, ${lines.toLocaleString('en-US')} lines` : ''
  return [
    name.padEnd(28),
    `${firstByteMs.toFixed(0)} ms`.padStart(10),
    `${ms.toFixed(0)} ms`.padStart(11),
    `${((ms * 1000) / units).toFixed(0)} µs`.padStart(11),
    `${(bytes / MIB).toFixed(1)} MiB`.padStart(12),
    `${grownMib.toFixed(0)} MiB`.padStart(15),
    records,
  ].join('')
}

/** Medians of several readings, after one that brings the pages into memory and gets the code compiled. */
async function medianOf({ name, path }: Stream, units: number, key: string, service: Service): Promise<Measured> {
  await readStream(service.url + path, key)
  const readings: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    const { rss } = await service.ask('rest')
    const read = await readStream(service.url + path, key)
    const { peak } = await service.ask('peak')
    readings.push({ units, name, ...read, grownMib: Math.max(0, peak - rss) / MIB })
  }
  const of = (figure: 'firstByteMs' | 'ms' | 'bytes' | 'lines' | 'grownMib') =>
    median(readings.map(each => each[figure]))
  const figures = { firstByteMs: of('firstByteMs'), ms: of('ms'), bytes: of('bytes'), lines: of('lines') }
  return { units, name, ...figures, grownMib: of('grownMib') }
}

function aimsOf(name: string): Aim[] {
  const those = all.filter(each => each.name === name)
  const [smallest, largest] = [those[0], those.at(-1)]
  if (!smallest || !largest) return []
  const growth = largest.ms / largest.units / (smallest.ms / smallest.units)
  const [from, to] = [smallest.units, largest.units].map(units => units.toLocaleString('en-US'))
  return [
    ...(smallest === largest
      ? []
      : [
          {
            what: `Time per unit of a ${name} at ${to} units, compared with ${from} units`,
            aim: `at most ×${MAX_GROWTH}`,
            measured: `×${growth.toFixed(2)}`,
            isMet: growth <= MAX_GROWTH,
          },
        ]),
    ...those
      .filter(({ units }) => units === 50_000)
      .map(({ ms }) => ({
        what: `Time for a ${name} of 50,000 units`,
        aim: `at most ${MAX_MS_OF_50_000 / 1000} s`,
        measured: `${(ms / 1000).toFixed(1)} s`,
        isMet: ms <= MAX_MS_OF_50_000,
      })),
  ]
}

function readStream(
  url: string,
  key: string,
): Promise<{ firstByteMs: number; ms: number; bytes: number; lines: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'x-api-key': key } }, reply => {
      const firstByteMs = performance.now() - began
      if (reply.statusCode !== 200) reject(new Error(`${url} was answered ${reply.statusCode}`))
      let bytes = 0
      let lines = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
      })
      reply.on('error', reject)
      reply.on('end', () => resolve({ firstByteMs, ms: performance.now() - began, bytes, lines }))
    }).on('error', reject)
  })
}

type Service = Program<Question, Answer> & { url: string }

async function openService({ connection }: Setup): Promise<Service> {
  const program = openProgram<Question, Answer>(`${import.meta.dirname}/measure/serve.ts`)
  return { ...program, url: (await program.ask({ connection })).url }
}
