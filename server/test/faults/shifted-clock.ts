/** Loaded into a process before anything else, with `--import`: its clock differs from the real one by the milliseconds in a file, read again at SIGUSR2. */
import { readFileSync } from 'node:fs'

const file = process.env.GATEHOUSE_TEST_CLOCK
if (file !== undefined) shift(file)

function shift(from: string): void {
  const RealDate = Date
  let offsetMs = 0
  const read = () => {
    offsetMs = Number(readFileSync(from, 'utf8'))
  }
  const now = () => RealDate.now() + offsetMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, words, self) => Reflect.construct(target, words.length === 0 ? [now()] : words, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  read()
  process.on('SIGUSR2', read)
}
