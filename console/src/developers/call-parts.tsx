/** Parts of a call that several pages show. */
import { Badge, Dot } from '../kit/badge.tsx'
import { ROW_LINK } from '../kit/data-table.tsx'
import { PageLink } from '../records/page-link.tsx'
import { Time } from '../records/time.tsx'

export function milliseconds(ms: number | null): string {
  if (ms === null) return '–'
  if (ms >= 10_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${ms.toLocaleString('en-US', { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`
}

export function HttpStatus({ status }: { status: number }) {
  if (status < 400) return <Dot tone="good">{status}</Dot>
  return <Badge tone={status >= 500 ? 'bad' : 'warn'}>{status}</Badge>
}

const SHOWN_LENGTH = 100

/** A route or a path, without the end of a path that would take up many lines. The page of a call shows it in full. */
export function shortPath(path: string): string {
  return path.length > SHOWN_LENGTH ? `${path.slice(0, SHOWN_LENGTH)}…` : path
}

export function Route({ method, route }: { method: string; route: string | null }) {
  return (
    <span className="font-mono text-[12px] max-sm:whitespace-normal">
      <span className="inline-block min-w-[3.6em] font-semibold max-sm:block">{method}</span>{' '}
      {route === null ? 'unknown endpoint' : shortPath(route)}
    </span>
  )
}

/** The time of a call in a row, with a link to its page. */
export function CallLink({ call: { request_id, occurred_at } }: { call: { request_id: string; occurred_at: string } }) {
  return (
    <PageLink
      to="/$organization/developers/traffic/$call"
      params={{ call: request_id }}
      className={`${ROW_LINK} tabular-nums`}
    >
      <Time at={occurred_at} precision="log" />
    </PageLink>
  )
}
