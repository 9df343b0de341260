/** A part of statements that change what a lease holds beyond its own row. `$1` is the organization. */

/** Sets `updated_at` of the leases in `different`, whose own row may stay as it is. A lease that this transaction stored has it already. */
export const TOUCHED = `touched as (
     update leases l
        set updated_at = transaction_timestamp()
       from different d
      where l.organization_id = $1 and l.id = d.lease_id and l.updated_at <> transaction_timestamp()
   )`
