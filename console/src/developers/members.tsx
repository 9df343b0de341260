/** Stub. */
import { Page } from '../kit/page.tsx'
export function MembersPage() {
  return <Page title="MembersPage">Stub</Page>
}
