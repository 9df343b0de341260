/** The record that an entry of a log is about: its name if it has one, and a link to its page if there is one. */
import { useName } from '../session/names.ts'
import { RecordLink } from './record-link.tsx'

export function Subject({ id }: { id: string }) {
  const name = useName(id)
  return <RecordLink id={id}>{name ?? <code className="break-all font-mono text-[12px]">{id}</code>}</RecordLink>
}
