/** After a change: refetches everything of the organization that is shown, and shows a toast. */
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../kit/notify.tsx'
import { useOrganization } from './me.ts'

/** A change can move many lists and figures on other pages. All of them are invalidated, so that none is forgotten. */
export function useChanged() {
  const { id } = useOrganization()
  const queries = useQueryClient()
  return async (said: string) => {
    await queries.invalidateQueries({ queryKey: [id] })
    notify(said)
  }
}
