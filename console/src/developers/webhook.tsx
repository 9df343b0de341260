/** Stub. */
import { Page } from '../kit/page.tsx'
export function WebhookPage() {
  return <Page title="WebhookPage">Stub</Page>
}
