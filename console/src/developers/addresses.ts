/** The addresses that an API key is restricted to, in one field of a form. */
import { ApiError } from '#client/errors.ts'

/** The addresses in the text, which may be a copied list that ends with a separator. Undefined if there are none. */
export function addressesOf(text: string): string[] | undefined {
  const addresses = text.split(/[\s,;]+/).filter(Boolean)
  return addresses.length > 0 ? addresses : undefined
}

/** The refusal with its addresses named by themselves and not by their positions, which the field does not show. Another error is returned as it is. */
export function namingAddress(error: unknown, addresses: readonly string[]): unknown {
  if (!(error instanceof ApiError)) return error
  const addressAt = (path: string) => addresses[Number(/^allowed_cidrs\[(\d+)\]/.exec(path)?.[1])]
  if (!error.details.some(({ path }) => addressAt(path))) return error
  const details = error.details.map(({ path, message }) => {
    const address = addressAt(path)
    return { path, message: address === undefined ? message : `“${address}” ${message}` }
  })
  const { status, error: code, message, requestId, retryAfterSeconds } = error
  return new ApiError(status, code, message, { requestId, details, retryAfterSeconds })
}
