/** All faults that `npm run test:mutants` plants. A test checks that each of them can still be planted. */
import { DOOR, TENANCY } from './door.ts'
import type { Mutant } from './mutant.ts'
import { DAYS, EVENTS, MONEY } from './records.ts'

export const MUTANTS: readonly Mutant[] = [...DOOR, ...TENANCY, ...MONEY, ...DAYS, ...EVENTS]
