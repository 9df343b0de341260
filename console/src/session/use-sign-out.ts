/** Signing out, which forgets everything that was read. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRunAction } from '../kit/notify.tsx'
import { signOut } from './sign-in.ts'

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const runAction = useRunAction()
  return () =>
    runAction(async () => {
      await signOut()
      await navigate({ to: '/sign-in' })
      queries.clear()
    })
}
