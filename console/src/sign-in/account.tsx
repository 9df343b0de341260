/** The account of the signed-in member: name, sessions, password and two-factor authentication. */
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { CodeBox } from '../kit/copy.tsx'
import { Form, TextField } from '../kit/form.tsx'
import { Empty, Hint } from '../kit/notice.tsx'
import { Notifications, notify } from '../kit/notify.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { Card, Page } from '../kit/page.tsx'
import { useAskBeforeLeaving } from '../kit/unsaved.ts'
import { meQuery, useMe } from '../session/me.ts'
import {
  beginTwoFactor,
  changePassword,
  endTwoFactor,
  finishTwoFactor,
  type TwoFactorSecret,
} from '../session/sign-in.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { OwnName } from './own-name.tsx'
import { QrCode } from './qr-code.tsx'
import { OwnSessions } from './sessions.tsx'

export function AccountPage() {
  const { user, organizations } = useMe()
  const signOut = useSignOut()
  useAskBeforeLeaving()
  return (
    <main>
      <Page
        title="Your account"
        actions={<Button onClick={signOut}>Sign out</Button>}
        back={
          organizations.length > 0 && (
            <Link to="/" className="hover:underline">
              Back to the console
            </Link>
          )
        }
      >
        {organizations.length === 0 && (
          <Card>
            <Empty title="No organization yet">Ask an administrator of your organization to invite {user.email}.</Empty>
          </Card>
        )}
        {!user.email_verified && (
          <Hint tone="warn">
            Your e-mail address is not verified, so you can join only one organization. To verify it, set a new password
            with “Forgot your password?” on the sign-in page, or ask the operator of this service.
          </Hint>
        )}
        <Card title="Profile">
          <OwnName />
        </Card>
        <Card title="Sessions">
          <OwnSessions />
        </Card>
        <Card title="Password">
          <Password />
        </Card>
        <Card title="Two-factor authentication">
          <TwoFactor isOn={user.two_factor_enabled} />
        </Card>
      </Page>
      <Notifications />
    </main>
  )
}

function Password() {
  const queries = useQueryClient()
  const [times, setTimes] = useState(0)
  return (
    <div className="max-w-sm">
      <Form
        key={times}
        submit="Change password"
        send={async values => {
          await changePassword(values.exact('currentPassword'), values.exact('newPassword'))
          notify('Password changed. Your other sessions are signed out')
          await queries.invalidateQueries({ queryKey: ['sessions'] })
          setTimes(times + 1)
        }}
      >
        <TextField
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField name="newPassword" />
      </Form>
    </div>
  )
}

function TwoFactor({ isOn }: { isOn: boolean }) {
  const queries = useQueryClient()
  const [step, setStep] = useState<'none' | 'password' | TwoFactorSecret>('none')
  const reread = () => queries.invalidateQueries({ queryKey: meQuery.queryKey })
  const changed = async (words: string) => {
    await reread()
    notify(words)
    setStep('none')
  }
  // Another tab may have turned it on or off in the meantime.
  const close = () => {
    setStep('none')
    void reread()
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-soft">
        {isOn
          ? 'Signing in also asks for a code from your authenticator app.'
          : 'A code from an authenticator app protects your account if your password is stolen.'}
      </p>
      <Button onClick={() => setStep('password')}>
        {isOn ? 'Turn off two-factor authentication' : 'Set up two-factor authentication'}
      </Button>
      <Dialog
        title={isOn ? 'Turn off two-factor authentication' : 'Confirm your password'}
        isOpen={step === 'password'}
        onClose={close}
      >
        <Form
          submit="Continue"
          onCancel={close}
          send={async values => {
            if (!isOn) return setStep(await beginTwoFactor(values.exact('password')))
            await endTwoFactor(values.exact('password'))
            await changed('Two-factor authentication turned off')
          }}
        >
          <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
        </Form>
      </Dialog>
      <Dialog title="Set up two-factor authentication" isOpen={typeof step === 'object'} onClose={close} sticky>
        {typeof step === 'object' && (
          <div className="flex flex-col gap-4">
            <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
              <QrCode label="QR code for your authenticator app" text={step.totpURI} />
              <div className="flex w-full min-w-0 flex-col gap-3">
                <p className="text-[13px] text-soft">
                  Scan the QR code with your authenticator app, enter the key in the app, or{' '}
                  <a href={step.totpURI} className="text-accent underline">
                    open the app on this device
                  </a>
                  .
                </p>
                <CodeBox label="Key" text={secretOf(step.totpURI)} />
              </div>
            </div>
            <CodeBox label="Backup codes. Keep them safe: each works once." text={step.backupCodes.join('\n')} />
            <Hint>Enter a code from the app to finish. From then on, every sign-in asks for one.</Hint>
            <Form
              submit="Turn on"
              send={async values => {
                await finishTwoFactor(values.text('digits'))
                await changed('Two-factor authentication turned on')
              }}
            >
              <TextField
                name="digits"
                label="Code from the app"
                autoComplete="one-time-code"
                inputMode="numeric"
                required
              />
            </Form>
          </div>
        )}
      </Dialog>
    </div>
  )
}

function secretOf(totpUri: string): string {
  return new URL(totpUri).searchParams.get('secret') ?? totpUri
}
