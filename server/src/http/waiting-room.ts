/** Those who keep the service waiting, in the order in which they began to: so many of one network and so many in all, and no more. */

export type WaitingLimits = { perNetwork: number; inAll: number }

export type WaitingRoom<T> = {
  /** Takes `one` in as the latest; `network` is undefined where it is not known whose it is. */
  enter(one: T, network: string | undefined): void
  leave(one: T): void
  /** Who has waited longest, of `network` if it has more than its share, else of all if they are too many; else undefined. */
  surplus(network: string | undefined): T | undefined
}

export function waitingRoom<T>({ perNetwork, inAll }: WaitingLimits): WaitingRoom<T> {
  const networkOf = new Map<T, string | undefined>()
  const networks = new Map<string, Set<T>>()

  function leave(one: T): void {
    const network = networkOf.get(one)
    networkOf.delete(one)
    const members = network === undefined ? undefined : networks.get(network)
    members?.delete(one)
    if (members?.size === 0) networks.delete(network as string)
  }

  return {
    enter(one, network) {
      leave(one)
      networkOf.set(one, network)
      if (network === undefined) return
      const members = networks.get(network) ?? new Set()
      networks.set(network, members.add(one))
    },
    leave,
    surplus(network) {
      const members = network === undefined ? undefined : networks.get(network)
      if (members && members.size > perNetwork) return first(members)
      return networkOf.size > inAll ? first(networkOf.keys()) : undefined
    },
  }
}

function first<T>(all: Iterable<T>): T | undefined {
  for (const one of all) return one
  return undefined
}
