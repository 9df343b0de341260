/** How often a test repeats its work to gather evidence: a little in `npm test`, at full size in `npm run test:long`. */

/** True in `npm run test:long`. */
export const isLongRun = process.env.GATEHOUSE_TEST_SIZE === 'long'

/** The number to use in this run: every property must be able to fail at the short size as well. */
export function repeats(short: number, long: number): number {
  return isLongRun ? long : short
}
