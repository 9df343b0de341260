/** Serious findings of axe, which checks whether a page is accessible. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** Leaves out the rules whose findings are never serious; they take a fifth of the processor time of axe. */
const ONLY_SERIOUS = `axe.configure({
  rules: axe._audit.rules
    .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    .map(({ id }) => ({ id, enabled: false })),
})`
const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Loads axe into the document, once: sending and compiling it takes a tenth of a second of processor time. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(`${source};${ONLY_SERIOUS}`)
}

/** Serious findings in a page that has loaded axe. */
export async function violations(page: Page, options: object, where = 'document'): Promise<string[]> {
  const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    `axe.run(${where}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
