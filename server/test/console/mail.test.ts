/** Which links are sent, how they are sent, and where no link may appear. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Mail, openLinks } from '#server/console/mail.ts'

const PERSON = { email: 'a@example.com', name: 'A' }

function links(options: { sends: boolean; origin?: string; shows?: boolean; refusals?: number }) {
  const sent: Mail[] = []
  const shown: string[] = []
  const refused: string[] = []
  const stopping = new AbortController()
  let { refusals = 0 } = options
  const send = async (mail: Mail) => {
    if (refusals-- > 0) throw new Error('Greylisted')
    sent.push(mail)
  }
  const opened = openLinks({
    send: options.sends ? send : undefined,
    onRefused: () => void refused.push('refused'),
    stopping: stopping.signal,
    waitsMs: [0, 0],
    origin: () => options.origin,
    show: options.shows ? line => void shown.push(line) : undefined,
  })
  return { ...opened, sent, shown, refused, stop: () => stopping.abort() }
}

test('with a mail server and a known address, links are sent and shown nowhere', async () => {
  const { sent, shown, mailedFrom, resetLinks, sendReset } = links({
    sends: true,
    origin: 'https://g.example',
    shows: true,
  })
  assert.deepEqual([mailedFrom(), resetLinks()], ['https://g.example', 'EMAIL'])
  await sendReset(PERSON, 'RESET')
  assert.deepEqual(
    sent.map(({ to, text }) => [to, /https:\S+/.exec(text)?.[0]]),
    [['a@example.com', 'https://g.example/console/reset-password#token=RESET']],
  )
  assert.deepEqual(shown, [])
})

test('in production without a mail server or PUBLIC_URL, a reset link is shown nowhere, and an invitation link only to the inviter', async () => {
  for (const options of [{ sends: false, origin: 'https://g.example' }, { sends: true }]) {
    const { sent, shown, mailedFrom, resetLinks, to, sendReset } = links(options)
    await sendReset(PERSON, 'RESET')
    assert.deepEqual([mailedFrom(), resetLinks()], [undefined, undefined])
    assert.match(to('accept-invitation', 'TOKEN'), /\/console\/accept-invitation#token=TOKEN$/)
    assert.deepEqual([sent, shown], [[], []])
  }
})

test('on a developer’s machine without a mail server, the reset link is printed in the terminal', async () => {
  const { shown, resetLinks, sendReset } = links({ sends: false, origin: 'http://127.0.0.1:8080', shows: true })
  assert.equal(resetLinks(), 'LOG')
  await sendReset(PERSON, 'RESET')
  assert.deepEqual(shown, [
    'A new password for a@example.com can be set at http://127.0.0.1:8080/console/reset-password#token=RESET',
  ])
})

test('a reset link that the mail server does not accept at first is sent again, until the process stops or gives up', async () => {
  const options = { sends: true, origin: 'https://g.example' }
  const delayed = links({ ...options, refusals: 2 })
  await delayed.sendReset(PERSON, 'RESET')
  assert.deepEqual([delayed.sent.length, delayed.refused.length], [1, 2])
  const refused = links({ ...options, refusals: 3 })
  await assert.rejects(refused.sendReset(PERSON, 'RESET'), { message: 'Greylisted' })
  const stopped = links({ ...options, refusals: 1 })
  stopped.stop()
  await assert.rejects(stopped.sendReset(PERSON, 'RESET'), { name: 'AbortError' })
  assert.deepEqual([refused.sent, stopped.sent], [[], []])
})
