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

/**
 * Forgets what the page before has moved, and what moved when the window got its width, once nothing has moved for three frames. A busy browser
 * resizes its window, and reports what that moved, some frames after it was told to.
 */
export const forgetShifts = (width: number) => `(async () => {
  for (let still = 0; still < 3; still++) {
    await new Promise(requestAnimationFrame)
    const hasMoved = shiftsSeen.takeRecords().length + shifts.length > 0
    if (hasMoved || innerWidth !== ${width}) still = -1
    shifts.length = 0
  }
})()`
