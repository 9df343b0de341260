/** The look of the API reference: the colors and the typeface of the console, which come from its `styles.css`. */

/** The typeface, served next to the page from the sources of the console. */
export const TYPEFACE = {
  path: '/docs/inter.woff2',
  file: new URL('../../../console/src/fonts/inter.woff2', import.meta.url),
}

type Colors = Record<
  | 'ink'
  | 'soft'
  | 'faint'
  | 'accent'
  | 'onAccent'
  | 'accentSoft'
  | 'canvas'
  | 'surface'
  | 'sunken'
  | 'line'
  | 'good'
  | 'warn'
  | 'bad',
  string
>

export const LIGHT: Colors = {
  ink: '#16201f',
  soft: '#505c60',
  faint: '#667277',
  accent: '#1f5266',
  onAccent: '#ffffff',
  accentSoft: '#e3eef2',
  canvas: '#f6f7f7',
  surface: '#ffffff',
  sunken: '#eef0f0',
  line: '#e0e4e5',
  good: '#17663f',
  warn: '#855208',
  bad: '#b0271f',
}

export const DARK: Colors = {
  ink: '#e9edee',
  soft: '#a9b3b8',
  faint: '#8b969c',
  accent: '#8cc3d7',
  onAccent: '#0b1b21',
  accentSoft: '#1a3039',
  canvas: '#0f1214',
  surface: '#161a1d',
  sunken: '#1d2226',
  line: '#2a3136',
  good: '#6fcf9b',
  warn: '#e8b75c',
  bad: '#f59089',
}

const FONT_FACE = `@font-face { font-family: Inter; src: url("${TYPEFACE.path}") format("woff2"); font-weight: 400 700; font-display: optional }`

/** Styles of the guides, which are plain documents in the colors that the reader’s system prefers. */
export const GUIDE_CSS = `
${FONT_FACE}
:root { color-scheme: light dark; ${pairs()} }
* { box-sizing: border-box }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 48rem); gap: 0 3rem; font: 16px/1.6 Inter, ui-sans-serif, system-ui, sans-serif; color: var(--ink); background: var(--surface) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 2rem 1rem; background: var(--canvas); border-right: 1px solid var(--line); font-size: 14px }
nav a { display: block; padding: .35rem .6rem; border-radius: 6px; color: var(--soft); text-decoration: none }
nav a:hover { background: var(--sunken) }
nav a[aria-current] { background: var(--accentSoft); color: var(--accent) }
main { padding: 2rem 1rem 6rem }
a { color: var(--accent) }
h1, h2, h3 { line-height: 1.25; margin: 2.2em 0 .6em }
h1 { margin-top: 0 }
code { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; background: var(--sunken); border-radius: 4px; padding: .1em .3em }
pre { overflow: auto; padding: 1rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px }
pre code { padding: 0; background: none }
.table { overflow: auto }
table { border-collapse: collapse; font-size: 14px }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem; border-bottom: 1px solid var(--line) }
@media (max-width: 56rem) {
  body { display: block }
  nav { position: static; height: auto; display: flex; flex-wrap: wrap; padding: 1rem; border-right: 0; border-bottom: 1px solid var(--line) }
}`

export const REFERENCE_CSS = `
${FONT_FACE}
:root { --scalar-font: Inter, ui-sans-serif, system-ui, sans-serif; --scalar-radius: 6px; --scalar-radius-lg: 8px }
.light-mode { ${variables(LIGHT)} }
.dark-mode { ${variables(DARK)} }
/* Its placeholder looks like a key that is already filled in. */
input[placeholder^="QUxM"]::placeholder { opacity: 0 }`

/** Each color in both themes. */
function pairs(): string {
  return Object.entries(LIGHT)
    .map(([name, color]) => `--${name}: light-dark(${color}, ${DARK[name as keyof Colors]})`)
    .join('; ')
}

function variables(colors: Colors): string {
  const { ink, soft, faint, accent, onAccent, accentSoft, canvas, surface, sunken, line, good, warn, bad } = colors
  return Object.entries({
    'color-1': ink,
    'color-2': soft,
    'color-3': faint,
    'color-accent': accent,
    'background-1': surface,
    'background-2': canvas,
    'background-3': sunken,
    'background-accent': accentSoft,
    'border-color': line,
    'button-1': accent,
    'button-1-color': onAccent,
    'button-1-hover': accent,
    'link-color': accent,
    'link-color-hover': accent,
    'color-green': good,
    'color-blue': accent,
    'color-orange': warn,
    'color-yellow': warn,
    'color-red': bad,
    'sidebar-background-1': canvas,
    'sidebar-color-1': ink,
    'sidebar-color-2': soft,
    'sidebar-border-color': line,
    'sidebar-item-hover-background': sunken,
    'sidebar-item-active-background': accentSoft,
    'sidebar-color-active': accent,
  })
    .map(([name, color]) => `--scalar-${name}: ${color}`)
    .join('; ')
}
