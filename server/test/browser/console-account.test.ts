/** What happens to a member when their account, their session or their role changes: each page says so and leads on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totp } from '../console/totp.ts'
import { PASSWORD } from '../console/visitor.ts'
import { until } from '../service/processes.ts'
import { useOrganization, useWorld } from '../world.ts'
import { answering, hasFocus, hasValue, type Insider, settled, signIn, useConsole, WIDE } from './console-visit.ts'
import { holdCall } from './page-calls.ts'

const world = useWorld({ own: true })
const console = useConsole(world)
const organization = useOrganization(world, { name: 'Maple Management' })

/** The call that an owner makes about a member, whom it names by their address. */
async function memberCall({ page, organizationId, read }: Insider, email: string) {
  const members = (await read('/members')).data
  const id = members.find(member => member.email === email)?.user_id
  const origin = world.service.url as string
  const url = `${origin}/console/api/organizations/${organizationId}/members/${id}`
  return {
    remove: () => page.request.delete(url, { headers: { origin } }),
    change: (role: string) => page.request.patch(url, { headers: { origin }, data: { role } }),
  }
}

test('white space alone is refused at the field that holds it, before anything is sent', () =>
  console.insider(organization, 'ADMIN', async ({ page, open, replies }) => {
    await open('/account')
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
    await setUp.getByLabel('Code from the app').fill('   ')
    await setUp.getByRole('button', { name: 'Turn on' }).click()
    await setUp.getByText('Fill out this field.').waitFor()
    await hasFocus(setUp.getByLabel('Code from the app'))
    assert.ok(!replies.some(reply => reply.includes('verify-totp')), replies.join('\n'))
    await setUp.getByRole('button', { name: 'Close' }).click()
  }))

test('a session that ended is reported on the sign-in page, with the e-mail address filled in; signing out is not', () =>
  console.insider(organization, 'VIEWER', async guest => {
    const { page, openPage, email } = guest
    await openPage('/properties')
    await settled(page)
    await world.sql('delete from console.sessions')
    await page.getByRole('link', { name: 'Invoices', exact: true }).click()
    await page.getByText('Your session has ended.').waitFor()
    await hasValue(page.getByLabel('E-mail'), email)
    await signIn(guest, email)
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    await guest.open('/account')
    await page.getByLabel('Name', { exact: true }).fill('Lee Park')
    await world.sql('delete from console.sessions')
    await page.getByRole('button', { name: 'Save name' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Sign in in a new tab' }).click()
    const tab = await opened
    await signIn({ ...guest, page: tab }, email)
    await tab.close()
    await page.getByRole('button', { name: 'Save name' }).click()
    // The pointer rests on the toast, which therefore stays.
    await page.getByText('Name saved').hover()
    await page.getByRole('button', { name: 'Sign out', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByText('Your session has ended.').count(), 0)
    assert.equal(await page.getByLabel('E-mail').inputValue(), '')
    await signIn(guest, email)
    assert.equal(await page.getByText('Name saved').count(), 0, 'the next member sees what the one before has done')
  }))

test('a member who was removed sees what a stranger sees, and one whose role was lowered sees no buttons that it does not allow', () =>
  console.insider(organization, 'OWNER', owner =>
    console.insider(organization, 'ADMIN', async ({ page, openPage, email }) => {
      await openPage('/leads')
      await settled(page)
      const { change, remove } = await memberCall(owner, email)
      assert.ok((await change('VIEWER')).ok())
      await page.getByRole('button', { name: 'New lead' }).first().click()
      const form = page.getByRole('dialog', { name: 'New lead' })
      await form.getByLabel('First name').fill('Zoe')
      await form.getByLabel('Source').fill('Website')
      await form.getByRole('button', { name: 'Create lead' }).click()
      await form
        .getByText('This requires the role Admin. Your role here is Viewer. Ask an owner to change it.')
        .waitFor()
      await form.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'New lead' }).first().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /Live · Viewer/ }).waitFor()

      assert.ok((await remove()).ok())
      await page.getByRole('link', { name: 'Vendors', exact: true }).click()
      await page.getByText('This page does not exist').waitFor()
      await page.getByRole('link', { name: 'Go to overview' }).click()
      await page.getByText('No organization yet').waitFor()
      await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
    }),
  ))

test('a step without a form that the lowered role no longer allows says so, and its button disappears', () =>
  console.insider(organization, 'OWNER', owner =>
    console.insider(organization, 'ADMIN', async ({ page, openPage, email, write }) => {
      const { lead_id } = await write('/leads', { first_name: 'Zoe', last_name: 'Ash', source: 'Website' })
      await openPage(`/leads/${lead_id}`)
      await settled(page)
      const { change } = await memberCall(owner, email)
      assert.ok((await change('VIEWER')).ok())
      await page.getByRole('button', { name: 'Change status' }).click()
      await page.getByRole('menuitem', { name: 'Contacted' }).click()
      await page.getByRole('status').getByText('This requires the role Admin.').waitFor()
      await page.getByRole('button', { name: 'Change status' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /Live · Viewer/ }).waitFor()
    }),
  ))

test('a member is asked before they give up their own role, and leaving an organization leads to the account page', () =>
  console.insider(organization, 'OWNER', other =>
    console.insider(organization, 'OWNER', async ({ page, openPage, email }) => {
      // Another owner remains, who could change the role back.
      assert.notEqual(other.email, email)
      await openPage('/members')
      await settled(page)
      const row = page.locator('tr', { hasText: email })
      const choose = async (item: RegExp) => {
        await row.getByRole('button', { name: /^Actions for/ }).click()
        await page
          .getByRole('menuitem', { name: item })
          .or(page.getByRole('menuitemradio', { name: item }))
          .click()
      }
      await choose(/^Admin/)
      await page
        .getByRole('dialog', { name: 'Change your own role to Admin?' })
        .getByRole('button', { name: 'Cancel' })
        .click()
      await row.getByText('Owner', { exact: true }).waitFor()
      await choose(/^Admin/)
      await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
      await row.getByText('Admin', { exact: true }).waitFor()
      await choose(/^Leave organization/)
      await page.getByRole('dialog').getByRole('button', { name: 'Leave organization' }).click()
      await page.getByText('You left the organization').waitFor()
      await page.getByText('No organization yet').waitFor()
    }),
  ))

test('a change whose reply is lost is not sent again if that would be refused, and is looked for where it can be seen', () =>
  console.insider(organization, 'ADMIN', async ({ page, open, openPage, write }) => {
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
    const lose = async (method: 'POST' | 'PATCH', path: string, name: string) => {
      const lost = await holdCall(page, method, path, () => press(name))
      await lost.fetch()
      await lost.abort('connectionreset')
    }
    await open('/account')
    await press('Set up two-factor authentication')
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD)
    await press('Continue')
    const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
    const secret = (await setUp.locator('pre').first().textContent()) as string
    await setUp.getByLabel('Code from the app').fill(totp(secret))
    await lose('POST', '**/verify-totp', 'Turn on')
    await setUp.getByText(/cannot be reached.*Save the key and the backup codes, then close this window/).waitFor()
    await press('Close')
    await page.getByRole('button', { name: 'Turn off two-factor authentication' }).waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('another long password')
    await lose('POST', '**/change-password', 'Change password')
    await page.getByText(/cannot be reached.*If you have to sign in, try the new password first/).waitFor()
    await page.reload()

    const { accept_url } = await write('/invitations', { email: 'wren@example.com', role: 'VIEWER' })
    await openPage('/settings')
    await page.getByLabel('Sender name').fill('Maple Office')
    await lose('PATCH', '**/settings', 'Save sender')
    await page.getByText(/may have been saved anyway: .* or reload the page to see whether it was/).waitFor()
    await page.reload()
    await hasValue(page.getByLabel('Sender name'), 'Maple Office')

    await page.goto(String(accept_url))
    await page.getByLabel('Your name').fill('Wren')
    await page.getByLabel('Password').fill(PASSWORD)
    await lose('POST', '**/invitations/accept', 'Create account and join')
    await page.getByText(/cannot be reached.*Open the link of the invitation again to see whether you did/).waitFor()
  }))

test('the account asks before a name that was typed is left', () =>
  console.insider(
    organization,
    'VIEWER',
    async ({ page, open }) => {
      const asked = answering(page)
      await open('/account')
      await page.getByLabel('Name', { exact: true }).fill('Somebody Else')
      await page.getByRole('link', { name: 'Back to the console' }).click()
      await until(() => asked.length === 1)
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Somebody Else')
    },
    { ...WIDE, alone: true },
  ))
