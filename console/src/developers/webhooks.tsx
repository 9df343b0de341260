/** Stub. */
import { Page } from '../kit/page.tsx'
export function WebhooksPage() {
  return <Page title="WebhooksPage">Stub</Page>
}
