/** Stub. */
import { Page } from '../kit/page.tsx'
export function SandboxPage() {
  return <Page title="SandboxPage">Stub</Page>
}
