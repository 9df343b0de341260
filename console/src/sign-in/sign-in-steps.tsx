/** The steps of signing in: e-mail and password, and a code if two-factor authentication is on. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Form, TextField } from '../kit/form.tsx'
import { confirmCode, signIn } from '../session/sign-in.ts'
import { ENTRANCE_LINK, SignInLayout } from './sign-in-layout.tsx'

/** `email` is filled in if it is known who should sign in. */
export function SignInSteps({
  title,
  about,
  email,
  onEntered,
}: {
  title: string
  about?: ReactNode
  email?: string
  onEntered: () => void
}) {
  const [needsCode, setNeedsCode] = useState(false)
  if (needsCode) {
    return (
      <SignInLayout title="Enter your code" about="Enter the six digits from your authenticator app, or a backup code.">
        <Form
          key="code"
          submit="Continue"
          send={async values => {
            await confirmCode(values.text('digits'))
            onEntered()
          }}
        >
          <TextField name="digits" label="Code" autoComplete="one-time-code" required takesFocus />
        </Form>
        {/* An attempt ends if its code was used before or is entered too late. */}
        <p className="text-[13px] text-soft">
          <button type="button" onClick={() => setNeedsCode(false)} className={ENTRANCE_LINK}>
            Start over with your password
          </button>
        </p>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={title} about={about}>
      <Form
        key="password"
        submit="Sign in"
        send={async values => {
          const answer = await signIn(values.text('email'), values.exact('password'))
          if (answer.needsCode) setNeedsCode(true)
          else onEntered()
        }}
      >
        <TextField name="email" label="E-mail" type="email" autoComplete="username" required defaultValue={email} />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
      </Form>
      <p className="text-[13px] text-soft">
        <Link to="/forgot-password" className={ENTRANCE_LINK}>
          Forgot your password?
        </Link>
      </p>
    </SignInLayout>
  )
}
