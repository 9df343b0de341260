/** Why a message was not sent, as far as the process log may say it. */

/** The code that a provider put before its words (`550 5.1.1`), or behind them (`(21211)`). */
const CODE = /^\d{3}(?: \d\.\d{1,3}\.\d{1,3})?\b|\(\d{1,6}\)$/

/**
 * Our own words and the provider's code. Anything else that the provider says is stored with the message and never logged, because it may repeat a
 * name or an address.
 */
export function loggedReason(reason: string): string {
  const [ours = '', theirs] = reason.split(/: (.*)/s)
  const code = theirs && CODE.exec(theirs)?.[0]
  return code ? `${ours}: ${code.replace(/[()]/g, '')}` : ours
}
