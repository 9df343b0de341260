/** Signing in: an address and a password, and a code where the person set that up. */
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, TextField } from '../kit/form.tsx'
import { confirmCode, pageToReturnTo, signIn } from '../session/sign-in.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { ENTRANCE_LINK, Entrance } from './entrance.tsx'

export function SignInPage() {
  const [needsCode, setNeedsCode] = useState(false)
  const { search } = useUrlSearch()
  const router = useRouter()
  const queries = useQueryClient()

  /** What was read as somebody else, or as nobody, is forgotten. */
  async function enter() {
    queries.clear()
    router.history.push(pageToReturnTo(search.to))
  }

  if (needsCode) {
    return (
      <Entrance title="Enter your code" about="Six digits from your authenticator app, or one of your backup codes.">
        <Form
          submit="Continue"
          send={async values => {
            await confirmCode(values.text('digits'))
            await enter()
          }}
        >
          <TextField name="digits" label="Code" autoComplete="one-time-code" required />
        </Form>
      </Entrance>
    )
  }
  return (
    <Entrance title="Sign in">
      <Form
        submit="Sign in"
        send={async values => {
          const answer = await signIn(values.text('email'), values.exact('password'))
          if (answer.needsCode) setNeedsCode(true)
          else await enter()
        }}
      >
        <TextField name="email" label="E-mail" type="email" autoComplete="username" required />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
      </Form>
      <p className="text-[13px] text-soft">
        <Link to="/forgot-password" className={ENTRANCE_LINK}>
          Forgot your password?
        </Link>
      </p>
    </Entrance>
  )
}
