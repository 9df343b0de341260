/** Stub. */
import { Page } from '../kit/page.tsx'
export function PlanPage() {
  return <Page title="PlanPage">Stub</Page>
}
