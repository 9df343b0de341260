/** The findings of the doctor's checks. */
import { asError } from '../../base/as-error.ts'
import { Refusal } from '../../base/refusal.ts'
import { explain } from '../../db/explain.ts'
import { explainFile } from '../about-files.ts'

export type Level = 'ok' | 'warning' | 'problem' | 'skipped'

export type Finding = {
  /** The name of the check, such as `disk`. */
  check: string
  /** A problem makes the command fail; a warning or a skipped check does not. */
  level: Level
  message: string
  /** What to do; null if nothing has to be done. */
  action: string | null
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message, action: null })

export const skipped = (check: string, message: string): Finding => ({ check, level: 'skipped', message, action: null })

export const warning = (check: string, message: string, action: string): Finding => ({
  check,
  level: 'warning',
  message,
  action,
})

export const problem = (check: string, message: string, action: string): Finding => ({
  check,
  level: 'problem',
  message,
  action,
})

/** Runs one check. If the check itself fails, that is a problem as well, and the other checks still run. */
export async function examine(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look()
  } catch (error) {
    const known = explain(error) ?? explainRefusal(error) ?? explainFile(error)
    if (known) return [problem(check, known.message, known.action)]
    const { message, code } = asError(error)
    return [
      problem(check, `The check itself failed: ${message || code}`, 'Correct what the message names and run it again.'),
    ]
  }
}

/** A refusal as what is wrong, which is its first sentence, and what to do; undefined for any other error. */
export function explainRefusal(error: unknown): { message: string; action: string } | undefined {
  if (!(error instanceof Refusal)) return undefined
  const [, message = error.message, action = 'Correct what the message names.'] =
    /^(.*?\.)\s(.*)$/s.exec(error.message) ?? []
  return { message, action }
}
