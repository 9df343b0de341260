/** The ID of a record in another system, among the details of its page. */

/** Returns the ID as a fact; nothing for a record without one, like most records made in the console. */
export function externalIdOf({ external_id }: { external_id: string | null }): { 'External ID'?: string } {
  return external_id === null ? {} : { 'External ID': external_id }
}
