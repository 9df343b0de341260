/** Becoming a member by the link of an invitation. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, TextField } from '../kit/form.tsx'
import { Failure, Hint } from '../kit/notice.tsx'
import { Shimmer } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { person } from '../session/clients.ts'
import { ENTRANCE_LINK, Entrance } from './entrance.tsx'
import { useToken } from './use-token.ts'

export function AcceptInvitationPage() {
  const token = useToken()
  const [isDone, setDone] = useState(false)
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => person.lookUpInvitation({ token: token ?? '' }, { signal }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isDone) {
    return (
      <Entrance title="Welcome" about={`You belong to ${invitation.data?.organization_name} now.`}>
        <Link to="/sign-in" className={ENTRANCE_LINK}>
          Sign in
        </Link>
      </Entrance>
    )
  }
  if (!token) {
    return (
      <Entrance title="Accept an invitation">
        <Hint tone="warn">This link is incomplete. Open it again from the message we sent.</Hint>
      </Entrance>
    )
  }
  if (invitation.error) {
    return (
      <Entrance title="Accept an invitation">
        <Failure error={invitation.error} />
        <p className="text-soft">An invitation holds for seven days and works once. Ask for a new one.</p>
      </Entrance>
    )
  }
  if (!invitation.data) {
    return (
      <Entrance title="Accept an invitation">
        <Shimmer className="h-24 w-full" />
      </Entrance>
    )
  }
  const { organization_name, role, email, has_account } = invitation.data
  return (
    <Entrance title={`Join ${organization_name}`} about={`As ${inWords(role)}, with ${email}.`}>
      <Form
        submit="Accept"
        send={async values => {
          await person.acceptInvitation({
            token,
            ...(!has_account && { name: values.text('name'), password: values.exact('password') }),
          })
          setDone(true)
        }}
      >
        {!has_account && (
          <>
            <TextField name="name" label="Your name" autoComplete="name" maxLength={200} required />
            <TextField
              name="password"
              label="Password"
              type="password"
              autoComplete="new-password"
              hint="At least 10 characters."
              minLength={10}
              maxLength={128}
              required
            />
          </>
        )}
      </Form>
    </Entrance>
  )
}
