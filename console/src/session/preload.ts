/** What a page reads first, so that a link to it can start reading while the pointer or the focus rests on the link. */
import type { QueryClient } from '@tanstack/react-query'
import type { Search } from './url-search.ts'

/** The page that a link leads to. */
type Visit = {
  queries: QueryClient
  organization: string
  /** The ID of the record in the URL, on the page of a record. */
  record: string
  search: Search
}

/** A page exports one as `preload`. Nothing waits for it: the page itself shows placeholders, and failures. */
export type Preload = (visit: Visit) => unknown
