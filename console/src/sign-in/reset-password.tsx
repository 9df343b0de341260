/** Sets a new password by the link of an e-mail. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../kit/form.tsx'
import { Hint } from '../kit/notice.tsx'
import { resetPassword } from '../session/sign-in.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { ENTRANCE_LINK, SignInLayout } from './sign-in-layout.tsx'
import { useToken } from './use-token.ts'

export function ResetPasswordPage() {
  const token = useToken()
  const [isDone, setDone] = useState(false)
  const signIn = (
    <Link to="/sign-in" className={ENTRANCE_LINK}>
      Sign in
    </Link>
  )
  if (isDone) return <SignInLayout title="Password changed">{signIn}</SignInLayout>
  return (
    <SignInLayout title="Set a new password">
      {token ? (
        <Form
          submit="Set password"
          send={async values => {
            await resetPassword(token, values.exact('newPassword'))
            setDone(true)
          }}
        >
          <NewPasswordField name="newPassword" />
        </Form>
      ) : (
        <Hint tone="warn">This link is incomplete. Open the link in the e-mail again, or request a new one.</Hint>
      )}
      <p className="text-[13px] text-soft">
        <Link to="/forgot-password" className={ENTRANCE_LINK}>
          Request a new link
        </Link>
      </p>
    </SignInLayout>
  )
}
