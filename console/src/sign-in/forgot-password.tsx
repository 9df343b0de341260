/** Asking for a link to set a new password. The answer is the same whether or not there is such a person. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, TextField } from '../kit/form.tsx'
import { Hint } from '../kit/notice.tsx'
import { requestPasswordReset } from '../session/sign-in.ts'
import { ENTRANCE_LINK, Entrance } from './entrance.tsx'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <Entrance title="Forgot your password?" about="We send you a link to set a new one.">
      {sentTo ? (
        <Hint tone="good">If {sentTo} can sign in here, a link is on its way. It holds for an hour.</Hint>
      ) : (
        <Form
          submit="Send the link"
          send={async values => {
            await requestPasswordReset(values.text('email'))
            setSentTo(values.text('email'))
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
    </Entrance>
  )
}
