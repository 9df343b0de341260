/**
 * After a change: refetches everything of the organization that is shown, and shows a toast, with a way to undo the change if there
 * is one.
 */
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../kit/notify.tsx'
import { useOrganization } from './me.ts'
import { tellOtherTabs } from './other-tabs.ts'

/** A change can affect many lists and figures on other pages. All of them are invalidated, so that none is missed. */
export function useChanged() {
  const { id } = useOrganization()
  const queries = useQueryClient()
  const refetch = () => {
    tellOtherTabs(id)
    return queries.invalidateQueries({ queryKey: [id] })
  }
  /** `undo` makes the call that reverses the change, if there is one. */
  return async (said: string, { undo }: { undo?: (() => Promise<unknown>) | undefined } = {}) => {
    await refetch()
    notify(said, { undo: undo && (() => undo().then(refetch)) })
  }
}
