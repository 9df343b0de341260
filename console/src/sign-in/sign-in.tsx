/** The sign-in page, which then opens the page that was requested. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { pageToReturnTo } from '../session/sign-in.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { SignInSteps } from './sign-in-steps.tsx'

export function SignInPage() {
  const { search } = useUrlSearch()
  const router = useRouter()
  const queries = useQueryClient()

  /** Everything that was read before is forgotten, because it may belong to another member. */
  function enter() {
    queries.clear()
    router.history.replace(pageToReturnTo(search.to))
  }
  return <SignInSteps title="Sign in" onEntered={enter} />
}
