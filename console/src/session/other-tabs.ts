/** Tabs of one browser tell each other what changed, so that none shows the record as it was. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from './me.ts'
import { reread } from './reread.ts'

/** The one channel of this tab: a second one would receive what the first one sends. */
const channel = new BroadcastChannel('gatehouse changes')

/** Tells the other tabs that something of the organization changed. */
export function tellOtherTabs(organization: string): void {
  channel.postMessage(organization)
}

/**
 * Reads what is shown again when another tab changed something, which may be the member's role or the name of the organization. A hidden tab does so
 * once it is looked at.
 */
export function useOtherTabs(organization: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (organization === undefined) return
    const listen = ({ data }: MessageEvent) => {
      if (data !== organization) return
      const isHidden = document.visibilityState === 'hidden'
      void reread(queries, organization, isHidden)
      void queries.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: isHidden ? 'none' : 'active' })
    }
    channel.addEventListener('message', listen)
    return () => channel.removeEventListener('message', listen)
  }, [queries, organization])
}
