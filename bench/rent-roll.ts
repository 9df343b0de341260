/**
 * The rent roll of a large organization: how soon its first byte is there, how much memory the service takes for it, and how its time
 * compares with the same statements in psql, in turns. Options: --units 50000 --entries 100 (a lease) --rounds 3.
 */
import { fork } from 'node:child_process'
import { get } from 'node:http'
import { parseArgs } from 'node:util'
import { openGround } from './reads/ground.ts'
import { fillBooks } from './rent-roll/books.ts'
import { hasPsql, runInPsql } from './rent-roll/psql.ts'
import type { Answer, Question } from './rent-roll/served.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '50000' },
    entries: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
})
const [units, entries, rounds] = [values.units, values.entries, values.rounds].map(Number) as [number, number, number]

const MIB = 1024 * 1024
/** The seed tells so many months of money before the books are filled. */
const MONTHS = 24

const ground = await openGround(units, MONTHS)
print(`Seeded ${ground.made} in ${ground.seconds.toFixed(1)} s.`)
print(`Filled the books to ${(await fillBooks(ground, entries)).toLocaleString('en-US')} entries.`)
const service = fork(`${import.meta.dirname}/rent-roll/served.ts`)
const { url } = await ask({ connection: ground.connection })
const isCompared = hasPsql(ground)
if (!isCompared) print('There is no psql here to compare with.')

try {
  // Once for the pages to be in memory and the code to be compiled.
  const { bytes } = await readRoll()
  print(`${(bytes / MIB).toFixed(1)} MiB, medians of ${rounds} rounds:`)
  const measured = { firstByte: [] as number[], whole: [] as number[], grown: [] as number[], psql: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const { rss: before } = await ask('rest')
    const roll = await readRoll()
    const { peak } = await ask('peak')
    measured.firstByte.push(roll.firstByteMs)
    measured.whole.push(roll.ms)
    measured.grown.push((peak - before) / MIB)
    if (isCompared) measured.psql.push(await runInPsql(ground))
  }
  print(`first byte           ${median(measured.firstByte).toFixed(0)} ms`)
  print(`whole                ${median(measured.whole).toFixed(0)} ms`)
  print(`memory grew by       ${median(measured.grown).toFixed(0)} MiB`)
  if (isCompared) {
    const psql = median(measured.psql)
    print(`the same in psql     ${psql.toFixed(0)} ms   whole / psql  ×${(median(measured.whole) / psql).toFixed(2)}`)
  }
} finally {
  service.disconnect()
  await new Promise(resolve => service.once('exit', resolve))
  await ground.close()
}

function readRoll(): Promise<{ firstByteMs: number; ms: number; bytes: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const options = { headers: { 'x-api-key': ground.keys[0] as string } }
    get(`${url}/api/v1/rent-roll?scope_id=portfolio`, options, reply => {
      const firstByteMs = performance.now() - began
      if (reply.statusCode !== 200) reject(new Error(`The rent roll was answered ${reply.statusCode}`))
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      reply.on('error', reject)
      reply.on('end', () => resolve({ firstByteMs, ms: performance.now() - began, bytes }))
    }).on('error', reject)
  })
}

function ask(question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    service.once('message', answer => resolve(answer as Answer))
    service.once('exit', status => reject(new Error(`The service ended with status ${status}`)))
    service.send(question)
  })
}

function median(measured: number[]): number {
  return measured.toSorted((a, b) => a - b)[measured.length >> 1] as number
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
