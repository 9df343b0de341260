/** What the resident memory of a process on Linux consists of. */
import { readFileSync } from 'node:fs'

const MIB = 1024 ** 2

export function residentMib(pid: number): number {
  return statusMib(pid, 'VmRSS')
}

/** One line: the program's own files, V8's heap, buffers outside of it, and everything else that was allocated. */
export async function describeParts(pid: number, url: string): Promise<string> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]) / MIB
  const [files, anonymous] = [statusMib(pid, 'RssFile'), statusMib(pid, 'RssAnon')]
  const [heap, external] = [metric('nodejs_heap_size_total_bytes'), metric('nodejs_external_memory_bytes')]
  const parts = { files, heap, external, else: anonymous - heap - external }
  return `MiB: ${Object.entries(parts)
    .map(([name, mib]) => `${name} ${mib.toFixed(0)}`)
    .join(', ')}`
}

function statusMib(pid: number, name: string): number {
  const [, kib] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
