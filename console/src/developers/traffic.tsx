/** Stub. */
import { Page } from '../kit/page.tsx'
export function TrafficPage() {
  return <Page title="TrafficPage">Stub</Page>
}
