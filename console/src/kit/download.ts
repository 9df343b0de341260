/**
 * Downloads that may be too large to hold in memory. The browser writes such a file to the disk itself, which it does for a document that is opened,
 * not for one that a script reads. The document is opened in a hidden frame, so that a refusal does not replace the page.
 */
import { ApiError, errorOf } from '#client/errors.ts'
import { useAtOnce } from './notify.tsx'

/** Returns the function that downloads the file at an address of the service. A toast says why it cannot be downloaded. */
export function useDownload(): (address: string) => void {
  const atOnce = useAtOnce()
  return address => download(address, refusal => void atOnce(() => Promise.reject(refusal)))
}

function download(address: string, onRefused: (refusal: ApiError) => void): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = address
  // A frame whose document became a download never loads. It stays, because removing it too early would end the download.
  frame.addEventListener('load', () => {
    onRefused(refusalIn(frame))
    frame.remove()
  })
  document.body.append(frame)
}

/** The refusal that was sent in place of the file. If nothing was sent, the frame shows a page of the browser, which no script may read. */
function refusalIn({ contentDocument, contentWindow }: HTMLIFrameElement): ApiError {
  if (!contentDocument || !contentWindow) {
    return new ApiError(0, 'unreachable', 'The service cannot be reached. Check the connection and try again.')
  }
  const [navigation] = contentWindow.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const reply = new Response(null, { status: navigation?.responseStatus || 500 })
  return errorOf(reply, contentDocument.body.textContent, Date.now())
}
