/** Links from the console to the API reference and the guides, and whether each leads to something that exists. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** The anchors of the reference, read once by a process, because drawing the reference takes as long as opening five pages of the console. */
let sections: Set<string> | undefined

/** The URLs below `/docs` that the page, and a dialog that is open in it, link to. */
export function docsLinksOn(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('a[href^="/docs"]')].map(link => link.getAttribute('href'))`)
}

/** Those of `links` that lead nowhere. May leave the page at the reference. */
export async function deadLinks(page: Page, links: Iterable<string>): Promise<string[]> {
  const all = [...new Set(links)]
  assert.ok(all.length > 0, 'no page links to the documentation')
  if (all.some(link => link.startsWith('/docs#'))) sections ??= await sectionsOfReference(page)
  const found = await Promise.all(
    all.map(async link =>
      link.startsWith('/docs#') ? sections?.has(link.slice('/docs'.length)) : isInGuide(page, link),
    ),
  )
  return all.filter((_, index) => !found[index])
}

/** The anchors of the reference. It draws a section only when it comes into view, and its menu lists all of them; headings of the introduction have IDs. */
async function sectionsOfReference(page: Page): Promise<Set<string>> {
  await page.goto(new URL('/docs', page.url()).href)
  await page.getByRole('heading', { level: 1, name: 'Gatehouse' }).waitFor()
  await page.locator('a[href="#models"]').first().waitFor({ state: 'attached' })
  const links = `[...document.querySelectorAll('a[href^="#"]')].map(link => link.getAttribute('href'))`
  const headings = `[...document.querySelectorAll('[id^="api-1/"]')].map(({ id }) => id.replace('api-1/', '#'))`
  return new Set(await page.evaluate<string[]>(`[...${links}, ...${headings}]`))
}

async function isInGuide(page: Page, link: string): Promise<boolean> {
  const { href, hash } = new URL(link, page.url())
  const reply = await page.request.get(href)
  return reply.ok() && (hash === '' || (await reply.text()).includes(`id="${decodeURIComponent(hash.slice(1))}"`))
}
