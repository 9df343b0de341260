/** What to do if the machine does not give the embedded PostgreSQL what it needs, when its database is created as well as when it starts. */

const ANSWERS: readonly [reason: RegExp, action: string][] = [
  // Of these two, the first also says that no space is left on the device.
  [/shared memory segment .*No space left/s, 'Give /dev/shm at least 64 MB (docker run --shm-size=256m)'],
  [
    /Cannot allocate memory|could not (?:map|create|resize) .*(?:shared memory|semaphores)/s,
    'Give this machine more memory',
  ],
  [
    /file descriptors|Too many open files/,
    'Raise the limit of open files to 65536 (ulimit -n, or LimitNOFILE in the systemd unit)',
  ],
]

/** The action for a reason that PostgreSQL gave, without the end of its sentence; undefined if the reason is another one. */
export function aboutMachine(reason: string): string | undefined {
  return ANSWERS.find(([of]) => of.test(reason))?.[1]
}
