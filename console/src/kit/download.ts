/**
 * Downloads that may be too large to hold in memory. The browser writes such a file to the disk itself, which it does for a document that is opened,
 * not for one that a script reads. The document is opened in a hidden frame, so that a refusal does not replace the page.
 */
import { type ApiError, brokenOff, errorOf, unreachable } from '#client/errors.ts'
import { useRunAction } from './notify.tsx'

/** Returns the function that downloads the file at an address of the service. A toast says why it cannot be downloaded. */
export function useDownload(): (address: string) => void {
  const runAction = useRunAction()
  return address => download(address, refusal => void runAction(() => Promise.reject(refusal), address))
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
  if (!contentDocument || !contentWindow) return unreachable()
  const [navigation] = contentWindow.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const reply = new Response(null, { status: navigation?.responseStatus || 500 })
  return errorOf(reply, contentDocument.body.textContent, Date.now())
}

/**
 * Saves a file that memory can hold under the name that the service gives it. A browser that followed the link itself would save an error as the
 * file.
 */
export async function saveFrom(address: string): Promise<void> {
  const reply = await fetch(address).catch(() => {
    throw unreachable()
  })
  if (!reply.ok) throw errorOf(reply, await reply.text(), Date.now())
  const contents = await reply.blob().catch(() => {
    throw brokenOff(reply)
  })
  const [, name = 'list.csv'] = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '') ?? []
  saveFile(name, contents)
}

export function saveFile(name: string, contents: Blob): void {
  const url = URL.createObjectURL(contents)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
