/**
 * The cost of refusing a body of 1 MiB, whatever it contains: processor time, compared with that of JSON.parse for the same bytes. The promise is
 * at most 20 ms each. Options: --rounds 9.
 */
import { parseArgs } from 'node:util'
import { v1 } from '#contract/v1.ts'
import { readJson } from '#server/base/read-json.ts'
import { objectReader } from '#server/base/read-object.ts'
import { Refusal } from '#server/base/refusal.ts'
import { printAims } from './measure/aims.ts'
import { print } from './measure/print.ts'
import { median } from './measure/quantile.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
const rounds = Number(values.rounds)

const BYTES = 1024 * 1024
const LIMIT_MS = 20
/** The system reports processor time in steps of a few milliseconds. */
const CALLS_PER_ROUND = 10

const times = (text: string, bytes: number) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
const within = (head: string, item: string, tail: string) =>
  head + times(item, BYTES - head.length - tail.length) + tail

/** A list of objects with `names` different names each, until the list has `count` names or no room is left. */
function objects(names: number, count: number, filling = ''): string {
  const parts: string[] = []
  for (let made = 0, bytes = 20; made * names < count; made++) {
    const fields = Array.from({ length: names }, (_, name) => `"${made}_${name}${filling}":${name}`)
    const part = `{${fields.join()}}`
    bytes += part.length + 1
    if (bytes > BYTES) break
    parts.push(part)
  }
  return `{"lines":[${parts.join()}]}`
}

/** One object of `count` different names. */
function unknown(count: number, filling = ''): string {
  return `{${Array.from({ length: count }, (_, name) => `"x${name}${filling}":1`).join()}}`
}

const BODIES: Record<string, string | Buffer> = {
  'unknown fields': unknown(90_000),
  'unknown fields, as many as are read': unknown(1_000, 'x'.repeat(1_035)),
  'objects of unknown fields': objects(990, 9_900, 'x'.repeat(95)),
  'objects of one unknown field': objects(1, 3_300, 'x'.repeat(300)),
  'the same name twice, at the end': within('{"title":"', 'x', '","title":1}'),
  'empty objects': within('{"lines":[', '{},', '{}]}'),
  'lists in lists': times('[', BYTES / 2) + times(']', BYTES / 2),
  'lists in lists, side by side': within('[', `${'['.repeat(30)}${']'.repeat(30)},`, '1]'),
  'objects in objects': times('{"a":', (BYTES * 5) / 6) + times('}', BYTES / 6),
  numbers: within('{"lines":[', '1,', '1]}'),
  'a number': within('{"title":', '7', '}'),
  'a long text': within('{"title":"', 'x', '"}'),
  'a long text beyond ASCII': within('{"title":"', '🏠', '"}'),
  'escaped quotes': within('{"title":"', '\\"', '"}'),
  'escaped backslashes': within('{"title":"', '\\\\', '"}'),
  'escaped halves of pairs': within('{"title":"', '\\ud83c', '"}'),
  'an escaped name': within('{"', '\\u0041', '":1}'),
  blanks: within('{"title":"', ' ', '"}'),
  'white space': within('', ' ', '{}'),
  'not JSON': within('', '"a":', '}'),
  'not UTF-8': Buffer.concat([Buffer.from(within('{"title":"', 'x', '"')), Buffer.from([0xff])]),
  'not UTF-8 in the last of many strings': Buffer.concat([
    Buffer.from(within('[', '"",', '"')),
    Buffer.from([0xff, 0x22]),
  ]),
}

const read = objectReader(v1.createWorkOrder.body!)
const costs = new Map<string, number>()

for (const [name, body] of Object.entries(BODIES)) {
  const bytes = Buffer.from(body)
  const [refusing, parsing] = [[] as number[], [] as number[]]
  for (let round = 0; round < rounds; round++) {
    refusing.push(processorTime(() => refuse(name, bytes)))
    parsing.push(processorTime(() => parse(bytes)))
  }
  const [cost, base] = [median(refusing), median(parsing)]
  costs.set(name, cost)
  const mib = (bytes.length / BYTES).toFixed(2)
  print(
    `${name.padEnd(38)}${mib} MiB  ${cost.toFixed(1).padStart(6)} ms  ×${(cost / base).toFixed(2).padStart(5)} of JSON.parse, ${base.toFixed(1).padStart(5)} ms`,
  )
}
const [[costliest, most] = ['', 0]] = [...costs].sort(([, one], [, other]) => other - one)
print('')
printAims([
  {
    what: 'Refusing a body of 1 MiB, whatever it contains',
    aim: `at most ${LIMIT_MS} ms`,
    measured: `${most.toFixed(1)} ms (${costliest})`,
    isMet: most <= LIMIT_MS,
  },
])

function refuse(name: string, bytes: Buffer): void {
  try {
    read(readJson(bytes))
  } catch (error) {
    if (error instanceof Refusal) return
    throw error
  }
  throw new Error(`${name} was not refused`)
}

function parse(bytes: Buffer): void {
  try {
    JSON.parse(bytes.toString())
  } catch {
    // A body that is not JSON costs only the time it takes to find that out.
  }
}

function processorTime(work: () => void): number {
  const before = process.threadCpuUsage()
  for (let time = 0; time < CALLS_PER_ROUND; time++) work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / CALLS_PER_ROUND
}
