/**
 * Stands in for react-style-singleton, with which Radix hides the scroll bar of the page under a dialog. The page keeps its scroll bar,
 * so that nothing moves and no strip is left where it was; Radix still keeps the page from scrolling.
 */

export function styleSingleton() {
  return function Style(): null {
    return null
  }
}
