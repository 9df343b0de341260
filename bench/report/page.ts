/** The page of published figures, from what the benchmarks printed. */
import { AIM_MISSED, readAim } from '../measure/aims.ts'
import type { Machine } from './machine.ts'

/** `command` is a benchmark and its options. */
export type Chapter = { title: string; words: string; command: string[] }
export type Ran = Chapter & { status: number; said: string }
type About = { day: string; minutes: number; version: string; machine: Machine; command: string[] }

export function pageOf(ran: readonly Ran[], { day, minutes, version, machine, command }: About): string {
  return `${[
    `<!-- Made by \`${lineOf('report', command)}\`. Do not edit it; run the command again. -->`,
    '# Performance',
    `Measured on ${day} with version ${version} in ${minutes.toFixed(0)} minutes by one command:`,
    fenced('sh', lineOf('report', command)),
    `Machines differ and are busy at times, so read the ratios: what they compare took turns on the same machine. Every figure is a median of several
rounds. The table shows both the aims that were met and the ones that were missed.`,
    table(
      ['', ''],
      machine.map(({ name, value }) => [name, value]),
    ),
    '## Aims',
    aimsOf(ran),
    ...ran.flatMap(chapterOf),
  ].join('\n\n')}\n`
}

function aimsOf(ran: readonly Ran[]): string {
  const aims = ran.flatMap(({ said }) => said.split('\n').flatMap(line => readAim(line) ?? []))
  const rows = aims.map(({ what, aim, measured, isMet }) => [what, aim, measured, isMet ? 'met' : '**missed**'])
  return table(['What', 'Aim', 'Measured', ''], rows)
}

function chapterOf({ title, words, command, status, said }: Ran): string[] {
  const lines = said.split('\n').filter(line => !readAim(line))
  const failure =
    status === 0 || status === AIM_MISSED
      ? []
      : [`**This benchmark failed with status ${status}; its output is incomplete.**`]
  return [`## ${title}`, words, ...failure, fenced('sh', lineOf(...command)), fenced('text', lines.join('\n').trim())]
}

function lineOf(name = '', ...options: (string | string[])[]): string {
  const rest = options.flat()
  return ['npm run bench --', name, ...rest].join(' ').trim()
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
