/** Explains errors of the operating system about files and folders, for the command line and the doctor. */
import { asError } from '../base/as-error.ts'

/** What to do about a file or a folder that cannot be used, by the code of the error. */
const ABOUT_FILES: Record<string, string> = {
  EACCES: 'Run the command as the account that it belongs to, or as root.',
  EPERM: 'Run the command as the account that it belongs to, or as root.',
  ELOOP: 'Its symbolic links lead in a circle: correct them, or name another path.',
  ENAMETOOLONG: 'The path or a name in it is too long: give it a shorter one.',
  ENOTDIR: 'A part of the path is a file and not a folder: correct the path.',
  EROFS: 'Its file system is read-only: mount it for writing, or name a folder on another one.',
  ENOSPC: 'Its disk is full: free up space there and run the command again.',
  EDQUOT: 'The quota of its disk is used up: free up space there and run the command again.',
}

/** An error of the operating system that an operator can correct: what is wrong, and what to do; undefined for any other. */
export function explainFile(error: unknown): { message: string; action: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path, syscall } = asError(error)
  if (syscall === 'uv_cwd') return NO_FOLDER
  if (code === 'EMFILE') return FEW_FILES
  const action = ABOUT_FILES[code]
  return action && path !== undefined && syscall !== 'connect' && syscall !== 'listen'
    ? { message: `${path} cannot be used (${code}).`, action }
    : undefined
}

const NO_FOLDER = {
  message: 'The folder in which this command was started has been deleted.',
  action: 'Change to another folder and run the command again.',
}

const FEW_FILES = {
  message: 'This process cannot open enough files.',
  action: 'Raise its limit to 65536 (ulimit -n, or LimitNOFILE in the systemd unit) and run the command again.',
}
