/** The page to which a page of one lease, such as its deposit statement, leads back: the lease, or the list of leases if there is no such lease. */

export function pagesOfLease(lease: string) {
  return {
    of: { to: '/$organization/leases/$lease', params: { lease }, text: 'Lease' },
    list: { to: '/$organization/leases', text: 'Leases' },
  } as const
}
