/** Requests a link to set a new password. The answer is the same whether or not the account exists. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, TextField } from '../kit/form.tsx'
import { Hint } from '../kit/notice.tsx'
import { requestPasswordReset } from '../session/sign-in.ts'
import { ENTRANCE_LINK, SignInLayout } from './sign-in-layout.tsx'

export function ForgotPasswordPage() {
  const [sent, setSent] = useState<{ to: string; by: 'EMAIL' | 'LOG' }>()
  return (
    <SignInLayout title="Forgot your password?" about="We will e-mail you a link to set a new password.">
      {sent ? (
        <Hint tone="good">
          If {sent.to} has an account here, a link{' '}
          {sent.by === 'EMAIL'
            ? 'is on its way.'
            : 'is in the log of the service, because no mail server is configured.'}{' '}
          It is valid for one hour.
        </Hint>
      ) : (
        <Form
          submit="Send link"
          send={async values => {
            const to = values.text('email')
            setSent({ to, by: await requestPasswordReset(to) })
          }}
        >
          <TextField name="email" label="E-mail" type="email" autoComplete="username" required />
        </Form>
      )}
      <p className="text-[13px] text-soft">
        <Link to="/sign-in" className={ENTRANCE_LINK}>
          Back to sign in
        </Link>
      </p>
    </SignInLayout>
  )
}
