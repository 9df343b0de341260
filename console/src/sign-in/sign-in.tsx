/** The sign-in page, which then opens the page that was requested. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Me } from '#client/console.ts'
import { meQuery } from '../session/me.ts'
import { pageToReturnTo } from '../session/sign-in.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { SignInSteps } from './sign-in-steps.tsx'

export function SignInPage() {
  const { search } = useUrlSearch()
  const router = useRouter()
  const queries = useQueryClient()
  // Who was signed in is known until somebody signs in or out.
  const { data, status } = queries.getQueryState<Me>(meQuery.queryKey) ?? {}
  const ended = status === 'error' ? data : undefined

  /** Everything that was read before is forgotten, because it may belong to another member. */
  function enter() {
    queries.clear()
    router.history.replace(pageToReturnTo(search.to, location.origin))
  }
  return (
    <SignInSteps
      title="Sign in"
      {...(ended && {
        about: 'Your session has ended. Sign in again to return to your page.',
        email: ended.user.email,
      })}
      onEntered={enter}
    />
  )
}
