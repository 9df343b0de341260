/** Conditions on work orders that several statements share. */

/** The statuses of work orders that are neither completed nor canceled, as a list in SQL. */
export const OPEN_STATUSES = `('NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD')`
