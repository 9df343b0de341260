/** Whether a process with this number runs on this machine, or in this container. */
import { asError } from './as-error.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return asError(error).code === 'EPERM'
  }
}
