/** Signing in to the console in a real browser, invitations and two-factor authentication, and who is refused. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { idFromUuid } from '#server/base/ids.ts'
import { totp } from '../console/totp.ts'
import { addMember, PASSWORD } from '../console/visitor.ts'
import { useOrganization, useWorld } from '../world.ts'
import { smallPortfolio } from './console-books.ts'
import { assertFits, signIn, useConsole } from './console-visit.ts'
import { readQrCode } from './read-qr-code.ts'

const world = useWorld({ own: true })
const console = useConsole(world)
const organization = useOrganization(world, { name: 'Maple Management' })

before(async () => {
  await smallPortfolio(organization)
})

test('a wrong password is refused with a message, and the right one opens the requested page', async () => {
  await addMember(world, organization, 'lee@example.com', 'ADMIN')
  const org = idFromUuid('organization', organization.id)
  await console.guest(async guest => {
    const { page } = guest
    await guest.open(`/${org}/invoices?status=OVERDUE`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill('lee@example.com')
    await page.getByLabel('Password').fill('not my password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await signIn(guest, 'lee@example.com')
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Status' }).inputValue(), 'OVERDUE')
    assert.ok(page.url().endsWith(`/console/${org}/invoices?status=OVERDUE`))
    await page.getByRole('button', { name: /lee@example.com/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await guest.open(`/${org}`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

test('signing in never leads to another site', async () => {
  await addMember(world, organization, 'kim@example.com', 'VIEWER')
  await console.guest(async guest => {
    await guest.open(`/sign-in?to=${encodeURIComponent('//evil.example/console/')}`)
    await signIn(guest, 'kim@example.com')
    await guest.page.getByRole('heading', { name: 'Overview' }).waitFor()
    const inside = `${world.service.url}/console/${idFromUuid('organization', organization.id)}`
    assert.equal(guest.page.url(), inside)
  })
})

test('a URL with the ID of another organization shows nothing of that organization', async () => {
  const stranger = await world.organization({ name: 'Other People' })
  const { keyId } = await organization.issueKey()
  await console.insider(stranger, 'OWNER', async ({ page, open, replies }) => {
    const org = idFromUuid('organization', organization.id)
    await open(`/${org}/developers/traffic?key_id=${keyId}`)
    await page.getByText('This page does not exist').waitFor()
    await page
      .getByText(/^You are signed in as .+ may belong to an organization that this account is not a member of/)
      .waitFor()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    assert.ok(!replies.some(reply => reply.includes(`/api/organizations/${org}`)), replies.join('\n'))
  })
})

test('someone invited by a link becomes a member and sees the organization', () =>
  console.insider(organization, 'OWNER', async ({ page, openPage }) => {
    await openPage('/members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    const form = page.getByRole('dialog', { name: 'Invite member' })
    await form.getByLabel('E-mail').fill('new@example.com')
    await form.getByLabel('Role').selectOption('ADMIN')
    await form.getByRole('button', { name: 'Send invitation' }).click()
    const link = await page.getByRole('dialog', { name: 'Share this link' }).locator('pre').textContent()
    await assertFits(page, 'Share this link')
    await console.guest(async guest => {
      await guest.page.goto(link as string)
      await guest.page.getByRole('heading', { name: 'Join Maple Management' }).waitFor()
      assert.ok(!guest.page.url().includes('token'), 'the token does not stay in the URL')
      await guest.page.getByLabel('Your name').fill('New Person')
      await guest.page.getByLabel('Password').fill(PASSWORD)
      await guest.page.getByRole('button', { name: 'Create account and join' }).click()
      await guest.page.getByRole('link', { name: 'Sign in' }).click()
      await signIn(guest, 'new@example.com')
      await guest.page.getByRole('button', { name: /Maple Management/ }).waitFor()
    })
    await page.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await page.getByRole('cell', { name: 'New Person new@example.com' }).waitFor()
  }))

/** Writes a code with a space, as authenticator apps show it. */
function asShown(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}

test('sign-in asks for a code once two-factor authentication is on, and refuses a wrong one', () =>
  console.insider(organization, 'ADMIN', async ({ page, open, email }) => {
    await open('/account')
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
    const secret = (await setUp.locator('pre').first().textContent()) as string
    await assertFits(page, 'Set up two-factor authentication')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const scanned = new URL((await readQrCode(setUp.getByRole('img', { name: /^QR code/ }))) ?? 'none:')
      assert.equal(`${scanned.protocol}//${scanned.host}`, 'otpauth://totp')
      assert.equal(decodeURIComponent(scanned.pathname), `/Gatehouse:${email}`)
      assert.deepEqual([scanned.searchParams.get('secret'), scanned.searchParams.get('issuer')], [secret, 'Gatehouse'])
    }
    const turnOn = async (code: string) => {
      await setUp.getByLabel('Code from the app').fill(code)
      await setUp.getByRole('button', { name: 'Turn on' }).click()
    }
    const backup = (await setUp.locator('pre').nth(1).textContent()) as string
    // A backup code does not prove that the app was set up.
    await turnOn(backup.split('\n')[0] as string)
    await setUp.locator('[role=alert], [id$=-error]').waitFor()
    await turnOn(asShown(totp(secret)))
    await page.getByText('Two-factor authentication turned on').waitFor()
    await console.guest(async guest => {
      const enterPassword = async () => {
        await guest.page.getByLabel('E-mail').fill(email)
        await guest.page.getByLabel('Password').fill(PASSWORD)
        await guest.page.getByRole('button', { name: 'Sign in' }).click()
        await guest.page.getByLabel('Code').and(guest.page.locator(':focus')).waitFor()
      }
      await guest.open('/account')
      await enterPassword()
      await guest.page.keyboard.type('000000')
      await guest.page.keyboard.press('Enter')
      await guest.page.getByText('The code is wrong or has expired.').waitFor()
      await guest.page.getByRole('button', { name: 'Start over with your password' }).click()
      await enterPassword()
      await guest.page.keyboard.type(asShown(totp(secret, 1)))
      await guest.page.keyboard.press('Enter')
      await guest.page.getByRole('heading', { name: 'Your account' }).waitFor()
      await guest.open('/')
      await guest.page.getByRole('heading', { name: 'Overview' }).waitFor()
    })
  }))

test('a page of another site cannot send anything on behalf of the signed-in member', () =>
  console.insider(organization, 'OWNER', async ({ page, organizationId }) => {
    const target = `${world.service.url}/console/api/organizations/${organizationId}/keys`
    const form = `<form method="post" enctype="text/plain" action="${target}"><input name='{"name":"x","scopes":["properties:read"],"a":"' value='"}'></form>`
    const stranger = createServer((_, response) => response.setHeader('content-type', 'text/html').end(form)).listen(
      0,
      '127.0.0.1',
    )
    try {
      const before = await world.sql('select id from api_keys')
      const other = await page
        .context()
        .browser()
        ?.newContext({ storageState: await page.context().storageState() })
      const trap = await other?.newPage()
      await trap?.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`)
      const answered = trap?.waitForResponse(target)
      await trap?.evaluate('document.forms[0].submit()')
      assert.equal((await answered)?.status(), 403)
      await other?.close()
      assert.deepEqual(await world.sql('select id from api_keys'), before)
    } finally {
      stranger.closeAllConnections()
      stranger.close()
    }
  }))
