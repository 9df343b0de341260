/** `100 Continue`, which some receivers send although nobody asked for it. A client has to skip it (RFC 9110, 15.2), and undici refuses it. */

const START = 'HTTP/1.1 100 '
const END = '\r\n\r\n'
/** Longer headers are left to undici, which refuses them. */
const MAX_BYTES = 16 * 1_024

/** Removes each complete `100 Continue` from the beginning of `bytes`. `isAnswer` is whether the rest is the answer itself; false if that is not certain yet. */
export function skipContinue(bytes: Buffer): { rest: Buffer; isAnswer: boolean } {
  let rest = bytes
  for (;;) {
    const begins = rest.toString('latin1', 0, START.length)
    if (begins !== START) return { rest, isAnswer: !START.startsWith(begins) }
    const end = rest.indexOf(END)
    if (end === -1) return { rest, isAnswer: rest.length > MAX_BYTES }
    rest = rest.subarray(end + END.length)
  }
}
