/** How the pages of the console are built; build.ts runs it. */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import type { InlineConfig } from 'vite'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const consoleBuild: InlineConfig = {
  configFile: false,
  root: place('.'),
  base: '/console/',
  // Its warnings are about packages: directives that are meant for other bundlers.
  logLevel: 'error',
  plugins: [tailwindcss()],
  resolve: {
    // Radix locks scrolling with a style element of its own, which our Content-Security-Policy refuses.
    alias: { 'react-style-singleton': place('./src/kit/adopted-styles.ts') },
  },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
  },
}
