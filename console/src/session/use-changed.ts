/**
 * After a change: refetches everything of the organization that is shown, and shows a toast, with a way to undo the change if there
 * is one.
 */
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../kit/notify.tsx'
import { waitBriefly } from '../kit/waits.ts'
import { meQuery, useOrganization } from './me.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { reread } from './reread.ts'

/** A change can affect many lists and figures on other pages and in other tabs. All of them are invalidated, so that none is missed. */
export function useRefetch(organization?: string): () => Promise<void> {
  const { id } = useOrganization()
  const queries = useQueryClient()
  return () => {
    tellOtherTabs(organization ?? id)
    return reread(queries, organization ?? id)
  }
}

/** Refetches the signed-in member as well, after a change of roles, or of the name or the time zone of the organization. */
export function useRefetchWithMe(): () => Promise<unknown> {
  const queries = useQueryClient()
  const refetch = useRefetch()
  return () => Promise.all([queries.invalidateQueries({ queryKey: meQuery.queryKey }), refetch()])
}

export function useChanged() {
  const refetch = useRefetch()
  /** `undo` makes the call that reverses the change, if there is one. */
  return async (said: string, { undo }: { undo?: (() => Promise<unknown>) | undefined } = {}) => {
    await waitBriefly(refetch())
    notify(said, { undo: undo && (() => undo().then(refetch)) })
  }
}
