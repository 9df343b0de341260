/** The kinds of files that are imported, as reports and the administrative log name them. */

export type KindName = 'rent_roll' | 'payments' | 'work_orders' | 'ledger'
