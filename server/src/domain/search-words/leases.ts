/**
 * SQL that finds leases by the words of their residents, units and properties, for the search of lists. `$1` is the organization, `$2` word prefixes,
 * `$3` for each of them a string that sorts after every word with that prefix.
 */

const begun = (type: string) => `(
          select distinct w.id
            from search_words w
           where w.organization_id = $1 and w.type = '${type}' and w.word >= asked.low and w.word < asked.high
        )`

/** For each prefix, with its position: the rows that have it. */
const eachTerm = (rows: string) => `unnest($2::text[], $3::text[]) with ordinality as asked (low, high, place)
        cross join lateral (${rows}) of_term`

/** The units that have a word with a prefix, or whose property has one: for a join with `asked`. */
export const UNITS_BEGUN = begun('unit')
export const RESIDENTS_BEGUN = begun('resident')
export const PROPERTIES_BEGUN = begun('property')

/** Selects the `id` of the rows that `rows` finds for every prefix. */
export const havingEveryTerm = (rows: string) => `
      select of_term.id
        from ${eachTerm(rows)}
       group by of_term.id
      having count(distinct asked.place) = cardinality($2::text[])`

/** Selects the `id` of the leases for which every prefix matches a word of a resident, of the unit or of the property. */
export const LEASES_FOUND = havingEveryTerm(`
          select lr.lease_id as id
            from ${RESIDENTS_BEGUN} person
           cross join lateral (
             select of_resident.lease_id
               from lease_residents of_resident
              where of_resident.organization_id = $1 and of_resident.resident_id = person.id
             offset 0
           ) lr
          union
          select l.id
            from ${UNITS_BEGUN} home
           cross join lateral (
             select of_unit.id from leases of_unit where of_unit.organization_id = $1 and of_unit.unit_id = home.id offset 0
           ) l`)
