/** What moves in a page of the console after it was painted, measured by the browser itself. */

/**
 * Adds up how much of a page moves after it was painted, by the browser's own measure. It counts what moves shortly after a click, a key or another
 * width of the window too, because a page is opened right after them, and is not touched until it is measured.
 */
export const ADD_UP_SHIFTS = `
  globalThis.shifts = []
  globalThis.shiftsSeen = new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
      shifts.push({ value, what: sources.map(({ node }) => node?.className).slice(0, 2).join(' and ') })
  })
  shiftsSeen.observe({ type: 'layout-shift', buffered: true })`

/** Forgets what the page before has moved, once it is drawn as it is now. */
export const FORGET_SHIFTS = `(async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  shiftsSeen.takeRecords()
  shifts.length = 0
})()`
