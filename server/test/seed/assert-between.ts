/** The assertion of a rate that random choices lead to. */
import assert from 'node:assert/strict'

export function assertBetween(value: number, low: number, high: number): void {
  assert.ok(value >= low && value <= high, `${value} is not between ${low} and ${high}`)
}
