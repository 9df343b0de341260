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
    // Radix hides the scroll bar with a style element, which our Content-Security-Policy refuses, and the page would move.
    alias: { 'react-style-singleton': place('./src/kit/no-scroll-styles.ts') },
  },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // By default, every set of pages that share something gets a separate file, so that a lease loaded 63 files. Now it loads 8. If three pages
        // were enough for sharing, it would load 4, but the sign-in page would be 160 KB instead of 155; with eight, 19 files and 151 KB.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
}
