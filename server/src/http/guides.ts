/**
 * The guides: every page of `docs/`, as HTML next to the API reference and as the Markdown or CSV file that it is. Only our own files are rendered.
 */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Marked, type Tokens } from 'marked'
import { GUIDE_CSS, TYPEFACE } from './reference-theme.ts'
import { unknownRoute } from './route.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/', import.meta.url))
const TYPES: Record<string, string> = { md: 'text/markdown; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** The files that are served, by their path below `docs/`, with their text. */
type Files = ReadonlyMap<string, string>

let loading: Promise<Files> | undefined

function guideFiles(): Promise<Files> {
  loading ??= loadFiles()
  return loading
}

/** Whether there is a guide, or the file of one, at a path. */
export async function hasGuide(path: string): Promise<boolean> {
  const name = /^\/docs\/(.+)$/.exec(path)?.[1] ?? ''
  const files = await guideFiles()
  return files.has(name) || files.has(`${name}.md`)
}

export function serveGuides(app: FastifyInstance): void {
  const pages = new Map<string, string>()

  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const files = await guideFiles()
    const path = request.params['*']
    const file = files.get(path)
    if (file !== undefined) return reply.type(TYPES[path.split('.').at(-1)!]!).send(file)
    const markdown = files.get(`${path}.md`)
    if (markdown === undefined) throw unknownRoute(request)
    const page = pages.get(path) ?? pageOf(path, markdown, files)
    pages.set(path, page)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

async function loadFiles(): Promise<Files> {
  const entries = await readdir(FOLDER, { recursive: true })
  const names = entries.map(name => name.replaceAll('\\', '/')).filter(name => /\.(md|csv)$/.test(name))
  return new Map(
    await Promise.all(names.sort().map(async name => [name, await readFile(FOLDER + name, 'utf8')] as const)),
  )
}

/** The HTML of the guide at `path` below `/docs`. */
function pageOf(path: string, markdown: string, files: Files): string {
  const guides = [...files.keys()].filter(name => /^[\w-]+\.md$/.test(name)).map(name => name.slice(0, -3))
  const links = guides.map(name => {
    const current = name === path ? ' aria-current="page"' : ''
    return `<a href="/docs/${name}"${current}>${titleOf(files.get(`${name}.md`)!)}</a>`
  })
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${titleOf(markdown)} · Gatehouse</title>
  <link rel="icon" href="/docs/icon.svg">
  <link rel="alternate" type="text/markdown" href="/docs/${path}.md">
  <link rel="preload" as="font" type="font/woff2" href="${TYPEFACE.path}" crossorigin>
  <style>${GUIDE_CSS}</style>
</head>
<body>
  <nav aria-label="Guides"><a href="/docs">API reference</a>${links.join('')}</nav>
  <main>
${rendererFor(path, files).parse(markdown, { async: false })}
  </main>
</body>
</html>
`
}

function titleOf(markdown: string): string {
  return escapeHtml(/^# (.+)$/m.exec(markdown)?.[1] ?? 'Guide')
}

/**
 * Renders a guide. Headings can be linked to, as on GitHub. Links lead to other guides; a link to something that is not served, such as a source
 * file, becomes plain text.
 */
function rendererFor(path: string, files: Files): Marked {
  const taken = new Map<string, number>()
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const slug = slugOf(text)
        const count = taken.get(slug) ?? 0
        taken.set(slug, count + 1)
        const id = count === 0 ? slug : `${slug}-${count}`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href, path, files)
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
      table({ header, rows }: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = rows.map(cells => row(cells, 'td')).join('\n')
        return `<div class="table" role="region" aria-label="Table" tabindex="0"><table>\n<thead>${row(header, 'th')}</thead>\n<tbody>${body}</tbody>\n</table></div>\n`
      },
    },
  })
}

function targetOf(href: string, path: string, files: Files): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const { pathname, hash } = new URL(href, `http://guides/docs/${path}`)
  const file = pathname.replace(/^\/docs\//, '')
  if (!pathname.startsWith('/docs/') || !files.has(file)) return undefined
  return `${pathname.replace(/\.md$/, '')}${hash}`
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
