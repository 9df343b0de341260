/** Accepting an invitation in a real browser: the page names the organization, and no one joins without agreeing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember, PASSWORD, visitor } from '../console/visitor.ts'
import { type Organization, useOrganization, useWorld } from '../world.ts'
import { type Insider, signIn, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const maple = useOrganization(world, { name: 'Maple Management', plan: 'ENTERPRISE' })
const cedar = useOrganization(world, { name: 'Cedar Management' })

async function linkFor({ write }: Insider, email: string): Promise<string> {
  return String((await write('/invitations', { email, role: 'ADMIN' })).accept_url)
}

async function isMember(email: string, { id }: Organization): Promise<boolean> {
  const rows = await world.sql(
    'select from console.members m join console.users u on u.id = m.user_id where u.email = $1 and m.organization_id = $2',
    [email, id],
  )
  return rows.length === 1
}

test('a person who has an account signs in on the invitation page, sees the organization and agrees to join', async () => {
  const email = 'dana@example.com'
  await addMember(world, cedar, email, 'VIEWER')
  await console.insider(maple, 'OWNER', async owner => {
    const link = await linkFor(owner, email)
    await console.guest(async ({ page }) => {
      await page.goto(link)
      await page.getByRole('heading', { name: 'Join Maple Management' }).waitFor()
      await page.getByText(`${owner.email} invited ${email} as Admin.`).waitFor()
      assert.equal(await page.getByLabel('E-mail').inputValue(), email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      const join = page.getByRole('button', { name: 'Join Maple Management' })
      await join.waitFor()
      assert.equal(await isMember(email, maple), false, 'signing in alone joins nothing')
      await join.click()
      await page.getByRole('link', { name: 'Open the console' }).click()
      await page.getByRole('navigation', { name: 'Pages' }).waitFor()
      assert.equal(await isMember(email, maple), true)
    })
  })
})

test('an invitation that was accepted leads to the sign-in, and the next link may be opened in the same tab', () =>
  console.insider(maple, 'OWNER', async owner => {
    const [first, second] = [await linkFor(owner, 'ray@example.com'), await linkFor(owner, 'ray@example.com')]
    await console.guest(async ({ page }) => {
      await page.goto(first)
      await page.getByText('This invitation is unknown, used, canceled or expired.').waitFor()
      // The browser loads no page for an address that differs after # alone.
      await page.evaluate(`location.assign(${JSON.stringify(second)})`)
      await page.getByLabel('Your name').fill('Ray')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account and join' }).click()
      await page.getByText('You are now a member of Maple Management.').waitFor()
      await page.evaluate(`location.assign(${JSON.stringify(second)})`)
      await page.getByRole('link', { name: 'sign in' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
  }))

test('an invitation that is accepted in another tab leads to the sign-in when its form is sent', () =>
  console.insider(maple, 'OWNER', async owner => {
    const link = await linkFor(owner, 'tess@example.com')
    await console.guest(async ({ page }) => {
      await page.goto(link)
      await page.getByLabel('Your name').fill('Tess')
      await page.getByLabel('Password').fill(PASSWORD)
      const token = link.split('#token=')[1]
      const body = { token, name: 'Tess', password: PASSWORD }
      assert.equal((await visitor(world).call('/invitations/accept', { body })).status, 200)
      await page.getByRole('button', { name: 'Create account and join' }).click()
      await page.getByText('If you accepted this one').waitFor()
      await page.getByRole('link', { name: 'sign in' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
  }))

test('a person who is signed in with another address is asked to sign in with the invited one', async () => {
  const email = 'kim@example.com'
  await addMember(world, cedar, email, 'VIEWER')
  await console.insider(maple, 'OWNER', async owner => {
    const link = await linkFor(owner, email)
    await owner.page.goto(link)
    await owner.page.getByText('Sign in with that address to accept.').waitFor()
    assert.equal(await owner.page.getByRole('button', { name: /^Join/ }).count(), 0)
  })
})

test('a member whose address is not verified sees that, and cannot join another organization', async () => {
  const email = 'unverified@example.com'
  await console.insider(maple, 'OWNER', async owner => {
    const link = await linkFor(owner, email)
    await console.insider(cedar, 'OWNER', async other => {
      await console.guest(async guest => {
        const { page } = guest
        await page.goto(link)
        await page.getByLabel('Your name').fill('Una Verified')
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Create account and join' }).click()
        await page.getByRole('link', { name: 'Sign in' }).click()
        await signIn(guest, email)
        await guest.open('/account')
        await page.getByText('Your e-mail address is not verified').waitFor()
        await page.goto(await linkFor(other, email))
        await page.getByText(/Ask the operator of this service to add you/).waitFor()
      })
    })
    await owner.openPage('/members')
    await owner.page.getByRole('row', { name: email }).getByText('E-mail not verified').waitFor()
  })
})

test('the members of a sandbox are shown in the sandbox and changed in its live organization', () =>
  console.insider(maple, 'OWNER', async ({ page, open, openPage, write, email }) => {
    const { organization_id: sandbox } = await write('/sandbox', {})
    await open(`/${sandbox}/members`)
    await page.getByRole('cell', { name: email }).waitFor()
    await page.getByText('A sandbox has the same members as its live organization.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Invite member' }).count(), 0)
    await openPage('/members')
    await page.getByRole('button', { name: 'Invite member' }).waitFor()
  }))
