/** The plan of the organization and what its API tier includes. */
import { useRead } from './use-read.ts'

export function usePlan() {
  return useRead(['plan'], (client, call) => client.getPlan({}, call), { staleTime: 60_000 })
}
