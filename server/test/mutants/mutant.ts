/** A fault that the tests must notice: one small change of the sources, such as a careless edit would be. */

export type Mutant = {
  /** What the fault does, for the report. */
  fault: string
  /** The file that has the fault, below the root of the checkout. */
  file: string
  /** A part of the file that occurs once, and what takes its place. */
  find: string
  replace: string
  /** The test files of which at least one test must fail, below server/test. */
  tests: readonly string[]
}

/** Returns the contents of the file with the fault. Throws unless the place of the fault occurs exactly once. */
export function planted({ fault, file, find, replace }: Mutant, text: string): string {
  const [before, after, ...others] = text.split(find)
  if (after === undefined || others.length > 0) {
    throw new Error(`${fault}: its place must occur once in ${file}: ${find}`)
  }
  return `${before}${replace}${after}`
}
