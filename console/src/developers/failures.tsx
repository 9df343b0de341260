/** Stub. */
import { Page } from '../kit/page.tsx'
export function FailuresPage() {
  return <Page title="FailuresPage">Stub</Page>
}
