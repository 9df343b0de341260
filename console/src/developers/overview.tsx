/** Stub. */
import { Page } from '../kit/page.tsx'
export function DevelopersPage() {
  return <Page title="DevelopersPage">Stub</Page>
}
