/** How often a test repeats what it does for the sake of evidence: a little in `npm test`, at full size in `npm run test:long`. */

/** Set by `npm run test:long`. */
export const isLongRun = process.env.GATEHOUSE_TEST_SIZE === 'long'

/** The number to use in this run: every property must be able to fail at the short size as well. */
export function repeats(short: number, long: number): number {
  return isLongRun ? long : short
}
