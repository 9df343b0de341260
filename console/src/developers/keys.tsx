/** Stub. */
import { Page } from '../kit/page.tsx'
export function KeysPage() {
  return <Page title="KeysPage">Stub</Page>
}
