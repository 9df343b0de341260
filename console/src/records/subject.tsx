/** The record that an entry of a log is about: its name if it has one, and a link to its page if there is one. */
import { useName } from '../session/names.ts'
import { RecordLink } from './record-link.tsx'

/** The actor of an entry: the name of an API key, otherwise the member's address, or the operator, as the log states it. */
export function Actor({ name: actor }: { name: string }) {
  const isKey = actor.startsWith('key_')
  const name = useName(isKey ? actor : null)
  return isKey && name ? `API key ${name}` : actor
}

export function Subject({ id }: { id: string }) {
  const name = useName(id)
  return <RecordLink id={id}>{name ?? <code className="break-all font-mono text-[12px]">{id}</code>}</RecordLink>
}
