/** The page of one record: the link back to its list, its steps, and its contents once they have loaded. */
import type { ReactNode } from 'react'
import { ApiError } from '#client/errors.ts'
import { buttonClass } from '../kit/button.tsx'
import { Empty, Failure, sentenceOf } from '../kit/notice.tsx'
import { Card, Page, Shimmer } from '../kit/page.tsx'
import { nounsOf } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { type PageAddress, PageLink } from './page-link.tsx'

function Missing({ error, refetch, children }: { error: unknown; refetch: () => unknown; children: ReactNode }) {
  if (!(error instanceof ApiError && error.status === 404)) return <Failure error={error} retry={refetch} />
  return (
    <Card>
      <Empty title={sentenceOf(error).replace(/\.$/, '')} action={children}>
        The URL may be incomplete, or the record may have been deleted or belong to another organization.
      </Empty>
    </Card>
  )
}

export function DetailPage<Data>({
  query: { data, error, refetch },
  noun,
  title,
  about,
  list,
  of,
  links,
  steps,
  children,
  below,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** The title until the record has loaded. */
  noun: string
  title: (data: Data) => string
  about?: (data: Data) => ReactNode
  /** The list that the record belongs to, and the filters for the link back to it. */
  list: PageAddress & { text: string }
  /** The record that the page is about, if the page is one of several of it; the link back then leads there. */
  of?: PageAddress & { text: string }
  /** Links to the lists of what belongs to the record. */
  links?: ReactNode
  /** The steps of the record, for members whose role allows them. */
  steps?: (data: Data) => ReactNode
  children: (data: Data) => ReactNode
  /** Contents that are loaded separately. */
  below?: ReactNode
}) {
  const { may } = useOrganization()
  // A record that was read stays, with the form that is open on it, while it cannot be read again; unless it is gone.
  const isGone = error !== null && (data === undefined || (error instanceof ApiError && error.status === 404))
  const back = of && !isGone ? of : list
  return (
    <Page
      title={data ? title(data) : noun}
      about={data ? about?.(data) : about && !error && <Shimmer className="h-3.5 w-56" />}
      back={
        <PageLink to={back.to} params={back.params} search={back.search} className="hover:underline">
          {back.text}
        </PageLink>
      }
      actions={
        !isGone && (
          <>
            {links}
            {data && may('ADMIN') && steps?.(data)}
          </>
        )
      }
    >
      {error !== null && !isGone && <Failure error={error} retry={refetch} />}
      {isGone ? (
        <Missing error={error} refetch={refetch}>
          <PageLink to={list.to} className={buttonClass()}>{`See all ${nounsOf(list.text)}`}</PageLink>
        </Missing>
      ) : data ? (
        children(data)
      ) : (
        <Card>
          <Shimmer className="h-40 w-full" />
        </Card>
      )}
      {!isGone && below}
    </Page>
  )
}
