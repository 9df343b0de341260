/** After something was changed: whatever of the organization is shown is fetched anew, and it is said that it worked. */
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../kit/notify.tsx'
import { useOrganization } from './me.ts'

/** One step moves many lists and figures, on pages written by others: all of them, so that none is forgotten. */
export function useChanged() {
  const { id } = useOrganization()
  const queries = useQueryClient()
  return async (said: string) => {
    await queries.invalidateQueries({ queryKey: [id] })
    notify(said)
  }
}
