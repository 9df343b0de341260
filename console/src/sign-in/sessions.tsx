/** The browsers in which the member is signed in, and how to sign out of the others. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Sessions } from '#client/console.ts'
import { Badge } from '../kit/badge.tsx'
import { Button } from '../kit/button.tsx'
import { instant } from '../kit/format.ts'
import { Failure } from '../kit/notice.tsx'
import { notify, useRunAction } from '../kit/notify.tsx'
import { Shimmer } from '../kit/page.tsx'
import { asUser } from '../session/clients.ts'
import { browserOf } from './browser-name.ts'

type Session = Sessions['data'][number]

export function OwnSessions() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => asUser.listSessions({}, { signal }),
  })
  const runAction = useRunAction()
  const end = async (work: () => Promise<unknown>, said: string, session?: string) => {
    await runAction(async () => {
      await work()
      notify(said)
    }, session)
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  const endOne = (session_id: string) => end(() => asUser.endSession({ session_id }), 'Session ended', session_id)
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <Shimmer className="h-16 w-full" />
  const others = data.data.filter(({ is_current }) => !is_current)
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y">
        {data.data.map(session => (
          <li key={session.session_id} className="flex flex-wrap items-center justify-between gap-3 py-2.5 first:pt-0">
            <Words session={session} />
            {!session.is_current && (
              <Button
                size="small"
                aria-label={`Sign out of ${browserOf(session.user_agent)}`}
                onClick={() => endOne(session.session_id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div>
          <Button onClick={() => end(() => asUser.endOtherSessions({}), 'Other sessions ended')}>
            Sign out of all other sessions
          </Button>
        </div>
      )}
    </div>
  )
}

function Words({ session }: { session: Session }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {browserOf(session.user_agent)}
        {session.is_current && <Badge tone="good">This session</Badge>}
      </p>
      <p className="text-[13px] text-soft">
        Signed in {instant(session.created_at, zone, 'minutes')}
        {session.ip_address && ` from ${session.ip_address}`}
      </p>
    </div>
  )
}
