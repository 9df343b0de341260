/** The look of the API reference: the colors and the typeface of the console, whose `styles.css` is their source. */

/** Served beside the page, from the sources of the console. */
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

export const REFERENCE_CSS = `
@font-face { font-family: Inter; src: url("${TYPEFACE.path}") format("woff2"); font-weight: 400 700; font-display: optional }
:root { --scalar-font: Inter, ui-sans-serif, system-ui, sans-serif; --scalar-radius: 6px; --scalar-radius-lg: 8px }
.light-mode { ${variables(LIGHT)} }
.dark-mode { ${variables(DARK)} }
/* Its placeholder looks like a key that is already filled in. */
input[placeholder^="QUxM"]::placeholder { opacity: 0 }`

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
