/** Which links leave, how, and where none may be seen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Letter, openMailer } from '#server/console/mail.ts'

const INVITATION = { to: 'a@example.com', organizationName: 'Maple', invitedBy: 'b@example.com', token: 'TOKEN' }
const PERSON = { email: 'a@example.com', name: 'A' }

function mailer(options: { sends: boolean; origin?: string; shows?: boolean }) {
  const sent: Letter[] = []
  const shown: string[] = []
  const opened = openMailer({
    send: options.sends ? async letter => void sent.push(letter) : undefined,
    origin: () => options.origin,
    show: options.shows ? line => void shown.push(line) : undefined,
  })
  return { ...opened, sent, shown }
}

test('with a mail server and a known address, links are sent and shown nowhere', async () => {
  const { sent, shown, invite, sendReset } = mailer({ sends: true, origin: 'https://g.example', shows: true })
  assert.equal(await invite(INVITATION), null)
  await sendReset(PERSON, 'RESET')
  assert.deepEqual(
    sent.map(({ to, text }) => [to, /https:\S+/.exec(text)?.[0]]),
    [
      ['a@example.com', 'https://g.example/console/accept-invitation#token=TOKEN'],
      ['a@example.com', 'https://g.example/console/reset-password#token=RESET'],
    ],
  )
  assert.deepEqual(shown, [])
})

test('in production without a mail server, or without PUBLIC_URL, a reset’s link is nowhere, and an invitation’s is for who invited', async () => {
  for (const options of [{ sends: false, origin: 'https://g.example' }, { sends: true }]) {
    const { sent, shown, invite, sendReset } = mailer(options)
    await sendReset(PERSON, 'RESET')
    assert.match((await invite(INVITATION)) as string, /\/console\/accept-invitation#token=TOKEN$/)
    assert.deepEqual([sent, shown], [[], []])
  }
})

test('on a developer’s machine without a mail server the link of a reset is at the terminal', async () => {
  const { shown, sendReset } = mailer({ sends: false, origin: 'http://127.0.0.1:8080', shows: true })
  await sendReset(PERSON, 'RESET')
  assert.deepEqual(shown, [
    'A new password for a@example.com can be set at http://127.0.0.1:8080/console/reset-password#token=RESET',
  ])
})
