/** Stub. */
import { Page } from '../kit/page.tsx'
export function CallPage() {
  return <Page title="CallPage">Stub</Page>
}
