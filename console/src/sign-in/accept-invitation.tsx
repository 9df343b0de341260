/** Accepting an invitation by its link: the page names the organization, and the person agrees to join. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { InvitationPreview } from '#client/console.ts'
import { ApiError } from '#client/errors.ts'
import { Form, TextField } from '../kit/form.tsx'
import { Failure, Hint } from '../kit/notice.tsx'
import { Shimmer } from '../kit/page.tsx'
import { withAdvice } from '../kit/unknown-outcome.ts'
import { inWords } from '../kit/words.ts'
import { asUser } from '../session/clients.ts'
import { meQuery } from '../session/me.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { ENTRANCE_LINK, SignInLayout } from './sign-in-layout.tsx'
import { SignInSteps } from './sign-in-steps.tsx'
import { useToken } from './use-token.ts'

export function AcceptInvitationPage() {
  const token = useToken()
  if (token) return <Invited key={token} token={token} />
  return (
    <SignInLayout title="Accept an invitation">
      <Hint tone="warn">This link is incomplete. Open the link in the invitation again.</Hint>
    </SignInLayout>
  )
}

const MAY_HAVE_JOINED = 'You may have joined anyway. Open the link of the invitation again to see whether you did.'

function Invited({ token }: { token: string }) {
  const queries = useQueryClient()
  const [hasJoined, setJoined] = useState(false)
  /** The next step depends on who is signed in, so the invitation is read again after each sign-in here. */
  const [signIns, setSignIns] = useState(0)
  const invitation = useQuery({
    queryKey: ['invitation', token, signIns],
    queryFn: ({ signal }) => asUser.lookUpInvitation({ token }, { signal }),
    enabled: !hasJoined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (invitation.error) {
    return (
      <SignInLayout title="Accept an invitation">
        <Failure error={invitation.error} retry={invitation.refetch} />
        <p className="text-soft">
          An invitation is valid for seven days and works once. If you accepted this one,{' '}
          <Link to="/sign-in" className={ENTRANCE_LINK}>
            sign in
          </Link>
          .
        </p>
      </SignInLayout>
    )
  }
  if (!invitation.data) {
    return (
      <SignInLayout title="Accept an invitation">
        <Shimmer className="h-24 w-full" />
      </SignInLayout>
    )
  }
  if (hasJoined) return <Joined invitation={invitation.data} />
  return (
    <Step
      invitation={invitation.data}
      accept={async account => {
        try {
          await withAdvice(asUser.acceptInvitation({ token, ...account }), MAY_HAVE_JOINED)
        } catch (error) {
          // It was accepted in another tab or withdrawn in the meantime: the page says so, and leads to the sign-in.
          if (error instanceof ApiError && error.status === 404) void invitation.refetch()
          throw error
        }
        // The member belongs to one more organization now.
        queries.removeQueries({ queryKey: meQuery.queryKey })
        setJoined(true)
      }}
      onSignedIn={() => {
        queries.clear()
        setSignIns(signIns + 1)
      }}
    />
  )
}

type StepProps = {
  invitation: InvitationPreview
  accept: (account: { name?: string; password?: string }) => Promise<void>
  onSignedIn: () => void
}

function Step({ invitation, accept, onSignedIn }: StepProps) {
  const { organization_name: organization, role, email, invited_by: inviter, step } = invitation
  const title = `Join ${organization}`
  const invited = `${inviter} invited ${email} as ${inWords(role)}.`
  if (step === 'SIGN_IN') {
    return (
      <SignInSteps
        title={title}
        about={`${invited} Sign in with that address to accept.`}
        email={email}
        onEntered={onSignedIn}
      />
    )
  }
  if (step === 'ASK_OPERATOR') {
    return (
      <SignInLayout title={title} about={invited}>
        <Hint tone="warn">
          This e-mail address is not verified, so its account cannot join another organization. Ask the operator of this
          service to add you.
        </Hint>
      </SignInLayout>
    )
  }
  if (step === 'CONFIRM') {
    return (
      <SignInLayout title={title} about={`${invited} You are signed in with that address.`}>
        <Form submit={title} send={() => accept({})}>
          {null}
        </Form>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={title} about={`${invited} Choose a password to sign in with.`}>
      <Form
        submit="Create account and join"
        send={values => accept({ name: values.text('name'), password: values.exact('password') })}
      >
        <TextField name="name" label="Your name" autoComplete="name" maxLength={200} required />
        <NewPasswordField name="password" label="Password" />
      </Form>
    </SignInLayout>
  )
}

function Joined({ invitation: { organization_name: organization, step } }: { invitation: InvitationPreview }) {
  const isSignedIn = step === 'CONFIRM'
  return (
    <SignInLayout title="Welcome" about={`You are now a member of ${organization}.`}>
      <Link to={isSignedIn ? '/' : '/sign-in'} className={ENTRANCE_LINK}>
        {isSignedIn ? 'Open the console' : 'Sign in'}
      </Link>
    </SignInLayout>
  )
}
