/** A seeded random source (sfc32): the same key gives the same numbers on every machine, and a branch never affects its siblings. */

export type Random = {
  /** Uniform in [min, max). */
  between(min: number, max: number): number
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  pickWeighted<T extends { weight: number }>(choices: readonly T[]): T
  /** A new array, shuffled. */
  shuffle<T>(list: readonly T[]): T[]
  /** The independent source for one part of this one, such as a unit of a property or the residents of a lease. */
  branch(name: string | number): Random
}

export function createRandom(key: string): Random {
  const next = sfc32(key)
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    between: (min, max) => min + next() * (max - min),
    integer,
    chance: probability => next() < probability,
    pick: choices => choices[Math.floor(next() * choices.length)]!,
    pickWeighted: choices => choiceAt(choices, next()),
    shuffle(list) {
      const shuffled = [...list]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = integer(0, last)
        ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
      }
      return shuffled
    },
    branch: name => createRandom(`${key}/${name}`),
  }
}

/** The choice at `position`, from 0 up to 1, on a line on which each choice is as wide as its weight. */
export function choiceAt<T extends { weight: number }>(choices: readonly T[], position: number): T {
  let left = position * choices.reduce((sum, choice) => sum + choice.weight, 0)
  for (const choice of choices) {
    left -= choice.weight
    if (left < 0) return choice
  }
  return choices.at(-1)!
}

/** Chris Doty-Humphrey's small fast counting generator, 32-bit variant; each word of its state is a differently primed FNV-1a hash of `key`. */
function sfc32(key: string): () => number {
  let a = hash(key, 0x01000193)
  let b = hash(key, 0x5bd1e995)
  let c = hash(key, 0x85ebca6b)
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  // Keys that differ in one character start close together; a dozen rounds separate them.
  for (let round = 0; round < 12; round++) next()
  return next
}

function hash(text: string, prime: number): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), prime)
  return value
}
