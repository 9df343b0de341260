/** The pages shown while a page loads, if it does not exist, and if it failed to load. */
import { Link, useRouter } from '@tanstack/react-router'
import { Button, buttonClass } from '../kit/button.tsx'
import { Empty, Failure } from '../kit/notice.tsx'
import { Page, Shimmer } from '../kit/page.tsx'
import { useMe } from '../session/me.ts'
import { useSignOut } from '../session/use-sign-out.ts'

export function Pending() {
  return (
    <div
      className="mx-auto flex w-full max-w-[1400px] flex-col gap-4 px-4 py-5 sm:px-6 lg:px-8"
      role="status"
      aria-label="Loading"
    >
      <Shimmer className="h-7 w-40" />
      <Shimmer className="h-64 w-full" />
    </div>
  )
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty
        title="This page does not exist"
        action={
          <Link to="/" className={buttonClass('primary')}>
            Go to overview
          </Link>
        }
      >
        Check the URL.
      </Empty>
    </Page>
  )
}

/** Shown for a link that somebody else has shared, or after the member has left the organization. It does not reveal whether the organization exists. */
export function NotMember() {
  const { user } = useMe()
  const signOut = useSignOut()
  return (
    <Page title="Page not found">
      <Empty
        title="This page does not exist"
        action={
          <>
            <Link to="/" className={buttonClass('primary')}>
              Go to overview
            </Link>
            <Button onClick={signOut}>Sign out</Button>
          </>
        }
      >
        You are signed in as {user.email}. The page may belong to an organization that this account is not a member of,
        or to a sandbox that was reset.
      </Empty>
    </Page>
  )
}

/** Trying again reads the page again: resetting the error alone would only show it once more. */
export function Unexpected({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <Page title="This page failed to load">
      <Failure error={error} retry={() => router.invalidate()} />
    </Page>
  )
}
