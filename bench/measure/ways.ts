/** Compares ways to make the same call in this process. They take turns, so that a busy moment of the machine affects all of them equally. */
import { print } from './print.ts'
import { median } from './quantile.ts'

type Load = { rounds: number; roundMs: number; inFlight: number }

/** Prints the calls per second of each way, the median of the rounds, and its ratio to the first way. */
export async function compareWays(ways: Record<string, () => Promise<unknown>>, load: Load): Promise<void> {
  const { rounds, roundMs, inFlight } = load
  const measured = Object.entries(ways).map(([way, call]) => ({ way, call, rates: [] as number[] }))
  for (const { call } of measured) await callsPerSecond(call, roundMs / 2, inFlight)
  for (let round = 0; round < rounds; round++) {
    for (const { call, rates } of measured) rates.push(await callsPerSecond(call, roundMs, inFlight))
  }
  const base = median(measured[0]?.rates ?? [])
  for (const { way, rates } of measured) {
    const rate = median(rates)
    const all = rates.map(Math.round).join(' ')
    print(`${way.padEnd(24)}${Math.round(rate)} calls/s  ×${(rate / base).toFixed(2)}  (${all})`)
  }
}

async function callsPerSecond(call: () => Promise<unknown>, forMs: number, inFlight: number): Promise<number> {
  const start = performance.now()
  let calls = 0
  const worker = async () => {
    while (performance.now() - start < forMs) {
      await call()
      calls++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return (calls / (performance.now() - start)) * 1_000
}
