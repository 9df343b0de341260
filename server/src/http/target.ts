/** Request targets (RFC 9112, 3.2): the part that routing uses, and the part that may be shown. */

/**
 * The path and the query of a target, without the scheme, user, host and port of an absolute one. `OPTIONS *` has no path: the router would take it
 * for `/`.
 */
function originForm(target: string): string {
  const rest = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The path alone, because a query may hold anything and a password may come before the host. */
export function pathOf(target: string): string {
  return originForm(target).split(/[?#]/, 1)[0]!
}

/** The target in the form that the router accepts. A target with broken percent-encoding still reaches the router, where it is simply unknown. */
export function routable(target: string): string {
  const url = originForm(target)
  if (!url.includes('%')) return url
  const [path = '/', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
