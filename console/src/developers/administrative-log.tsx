/** Stub. */
import { Page } from '../kit/page.tsx'
export function AdministrativeLogPage() {
  return <Page title="AdministrativeLogPage">Stub</Page>
}
