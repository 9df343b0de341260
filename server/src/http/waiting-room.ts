/** The connections that the service is waiting for, oldest first, limited per network and in total. */

export type WaitingLimits = { perNetwork: number; inAll: number }

export type WaitingRoom<T> = {
  /** Adds `one` as the latest. `network` is undefined if it is not known. */
  enter(one: T, network: string | undefined): void
  /** Returns whether it was there. */
  leave(one: T): boolean
  /**
   * The connection that has waited longest: among those of `network` if it has more than its share, among all if there are too many, and undefined
   * otherwise.
   */
  surplus(network: string | undefined): T | undefined
}

export function waitingRoom<T>({ perNetwork, inAll }: WaitingLimits): WaitingRoom<T> {
  const networkOf = new Map<T, string | undefined>()
  const networks = new Map<string, Set<T>>()

  function leave(one: T): boolean {
    const network = networkOf.get(one)
    const wasThere = networkOf.delete(one)
    const members = network === undefined ? undefined : networks.get(network)
    members?.delete(one)
    if (members?.size === 0) networks.delete(network!)
    return wasThere
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
