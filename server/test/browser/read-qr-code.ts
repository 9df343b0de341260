/** Reads a QR code from the screen by its pixels, as a phone would, with a decoder that is independent of the encoder. */
import jsqr from 'jsqr'
import type { Locator } from 'playwright-core'

// According to its types the module is the function; in Node it is an object that contains the function.
const decode = jsqr as unknown as { default: typeof jsqr.default }

type Pixels = { width: number; height: number; data: number[] }

export async function readQrCode(shown: Locator): Promise<string | undefined> {
  const png = await shown.screenshot()
  // A separate page, without the console's content policy, turns the picture into pixels.
  const page = await shown.page().context().newPage()
  try {
    const { width, height, data } = await page.evaluate<Pixels>(`(async () => {
      const bytes = Uint8Array.from(atob('${png.toString('base64')}'), each => each.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context.drawImage(picture, 0, 0)
      return { width, height, data: [...context.getImageData(0, 0, width, height).data] }
    })()`)
    return decode.default(Uint8ClampedArray.from(data), width, height, { inversionAttempts: 'dontInvert' })?.data
  } finally {
    await page.close()
  }
}
