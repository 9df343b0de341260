/** Tabs of one browser tell each other what changed, so that none shows the record as it was. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from './me.ts'
import { reread } from './reread.ts'

const CHANNEL = 'gatehouse changes'

/** Tells the other tabs that something of the organization changed. */
export function tellOtherTabs(organization: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(organization)
  channel.close()
}

/**
 * Reads what is shown again when another tab changed something, which may be the member's role or the name of the organization. A hidden tab does so
 * once it is looked at.
 */
export function useOtherTabs(organization: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => {
      if (organization === undefined || data !== organization) return
      const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
      void reread(queries, organization, refetchType)
      void queries.invalidateQueries({ queryKey: meQuery.queryKey, refetchType })
    }
    return () => channel.close()
  }, [queries, organization])
}
