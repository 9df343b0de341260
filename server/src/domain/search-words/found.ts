/**
 * Builds the SQL by which lists find records by word prefixes (decisions/0020). `$1` is the organization, and `terms` is SQL for the array of
 * prefixes: `$2`, or `?` in the condition of a filter. `asked` is the alias of one prefix with the end of its range.
 */

/** A string that sorts after every word that begins with the SQL `prefix`. */
export const endOfPrefix = (prefix: string) => `${prefix} || chr(1114111)`

/**
 * The prefixes as ranges: `low` is the prefix, and `high` sorts after every word with it. PostgreSQL uses the index of words only for comparisons with plain
 * columns, because joining strings is not leakproof; `offset 0` makes plain columns of the strings.
 */
export const prefixRanges = (terms: string, as = 'asked') =>
  `(select of_term.low, ${endOfPrefix('of_term.low')} as high from unnest(${terms}::text[]) of_term (low) offset 0) ${as}`

const inRange = (asked: string) => `w.word >= ${asked}.low and w.word < ${asked}.high`

/** The records of a type that have a word with the prefix `asked`, each once. */
const begun = (type: string, asked = 'asked') => `(
          select distinct w.id from search_words w where w.organization_id = $1 and w.type = '${type}' and ${inRange(asked)}
        )`

/** The units that have a word with a prefix, or whose property has one: for a join with `asked`. */
export const UNITS_MATCHED = begun('unit')
export const RESIDENTS_MATCHED = begun('resident')
export const PROPERTIES_MATCHED = begun('property')
/** The completed and canceled work orders whose title has a word with a prefix. */
export const CLOSED_WORK_ORDERS_MATCHED = begun('work_order')

/** Selects the `id` of the rows that `rows` finds for every prefix. `rows` must select a row only once per prefix. */
export const matchingEveryTerm = (rows: string, terms: string) => `
      select of_term.id
        from ${prefixRanges(terms)}
       cross join lateral (${rows}) of_term
       group by of_term.id
      having count(*) = cardinality(${terms}::text[])`

/** How many words of each prefix are counted at most to find the rarest one. */
const MAX_COUNTED = 5_000

/**
 * The prefix with the fewest words of these types, as `rarest`. `is_rare` is whether it has so few that each record with it can be looked at. If there is only
 * one prefix, its words are not counted, and `is_alone` is true.
 */
const rarestOf = (types: readonly string[], terms: string) => {
  const words = types.map(
    type =>
      `(select from search_words w where w.organization_id = $1 and w.type = '${type}' and ${inRange('asked')} limit ${MAX_COUNTED})`,
  )
  return `(
        select counted.low, counted.high, counted.words is null as is_alone, coalesce(counted.words < ${MAX_COUNTED}, false) as is_rare
          from (
            select asked.low, asked.high, case when cardinality(${terms}::text[]) > 1 then (
                     select count(*) from (${words.join(' union all ')}) counted
                   ) end as words
              from ${prefixRanges(terms)}
            offset 0
          ) counted
         order by counted.words, length(counted.low) desc
         limit 1
      ) rarest`
}

/** Whether no prefix other than the rarest one, as `other`, meets the condition `isMissing`. */
const forOthers = (terms: string, isMissing: string) =>
  `not exists (
         select from ${prefixRanges(terms, 'other')} where other.low <> rarest.low${isMissing}
       )`

/** Whether the record with the given ID has a word with every other prefix as well. */
const isWhole = (terms: string, id: string) =>
  forOthers(
    terms,
    `
            and not exists (select from search_words w where w.organization_id = $1 and w.id = ${id} and ${inRange('other')})`,
  )

/**
 * Selects the `id` of the records of a type that have a word with each prefix. It finds those with the rarest prefix, and looks up a word with every other
 * prefix for each of them. If the rarest prefix has many words, such as a single letter, it finds and counts the records of every prefix instead: 45 ms
 * for the 1,469 of 105,000 residents that `j s` finds, where looking at each resident with one of the letters took 153 ms.
 */
export const matchingRecords = (type: 'lead' | 'property' | 'resident' | 'unit', terms: string) => `
      select found_by.id
        from ${rarestOf([type], terms)}
       cross join lateral (
         select first.id from ${begun(type, 'rarest')} first where rarest.is_alone or rarest.is_rare and ${isWhole(terms, 'first.id')}
         union all
         (select of_all.id from (${matchingEveryTerm(begun(type), terms)}) of_all where not rarest.is_alone and not rarest.is_rare)
       ) found_by`

/**
 * The most residents or units whose leases are looked up one by one. For more of them, an index of all leases is read as a whole: among 100,000 residents,
 * looking up those that one letter finds takes five times as long.
 */
const MAX_LOOKED_UP = 2_000

/** Whether a prefix has more than `most` words of one of these types; by default, more than the number of records that are looked up one by one. */
export const isFrequent = (types: readonly string[], asked: string, most = MAX_LOOKED_UP) =>
  types
    .map(
      type =>
        `exists (select from search_words w where w.organization_id = $1 and w.type = '${type}' and ${inRange(asked)} offset ${most})`,
    )
    .join(' or ')

/**
 * The most units of a prefix whose leases are found separately from those of its residents. With fewer units than this, most leases would be looked up in two
 * hashes, one of units and one of residents: 53 ms instead of 45 for `w`, with the words of 3,300 units.
 */
const MAX_UNITS_APART = 10_000

/**
 * For a CTE `frequent`: the prefix of a search that has only one, if that prefix has more than `most` words of one of these types, and otherwise no row. Its
 * matches are found by reading all rows of a list and looking up their IDs in hashes. For several prefixes, this would take a hash for each.
 */
export const onlyFrequent = (types: readonly string[], terms: string, most?: number) =>
  `select asked.low, asked.high from ${prefixRanges(terms)} where cardinality(${terms}::text[]) = 1 and (${isFrequent(types, 'asked', most)})`

/** Whether `id` is a record of the type that has a word with the prefix in the CTE `frequent`. Their hash is built from the index, reading each word once. */
export const hasFrequent = (type: string, id: string) =>
  `(${id} in (
           select w.id from search_words w
            where w.organization_id = $1 and w.type = '${type}'
              and w.word >= (select frequent.low from frequent) and w.word < (select frequent.high from frequent)
         )) is true`

/** Whether the record with this ID is among those in the CTE `found`: the condition of a filter by words. */
export const isFound = (id: string) => `${id} in (select found.id from found)`
/** The total of a list that is filtered only by words. */
export const TOTAL_FOUND = 'select count(*)::int as total from found'

/**
 * Whether a record is among those found, for a walk, which reads the list in its order and looks up each record in a hash. Without `is true`,
 * PostgreSQL would start from the records that were found and sort them.
 */
export const isAmongFound = (id: string) => `(${isFound(id)}) is true`

/** A table that says which leases a resident or a unit has: its column with the lease, and its column `of` with the resident or the unit. */
type Holding = { table: string; lease: string; of: string }
const RESIDENTS: Holding = { table: 'lease_residents', lease: 'lease_id', of: 'resident_id' }
const UNITS: Holding = { table: 'leases', lease: 'id', of: 'unit_id' }

/** Selects the leases, as `id`, of the residents or units that have a word with the prefix `asked`. */
const leasesBegun = (type: 'resident' | 'unit', asked: string, { table, lease, of }: Holding) => `
            (
              with found as materialized (select begun.id from ${begun(type, asked)} begun)
              select looked.id
                from found
               cross join lateral (
                 select held.${lease} as id from ${table} held where held.organization_id = $1 and held.${of} = found.id offset 0
               ) looked
               where (select count(*) from found) <= ${MAX_LOOKED_UP}
              union all
              select held.id
                from (select all_held.${lease} as id, all_held.${of} as of from ${table} all_held where all_held.organization_id = $1 offset 0) held
                join found on found.id = held.of
               where (select count(*) from found) > ${MAX_LOOKED_UP}
            )`

/** Selects the leases, each once, if a resident, the unit or the property has a word with the prefix `asked`. */
const leasesWith = (asked: string) => `(
            select of_resident.id from ${leasesBegun('resident', asked, RESIDENTS)} of_resident
             union
            select of_unit.id from ${leasesBegun('unit', asked, UNITS)} of_unit
          )`

/**
 * Selects the leases, as `id`, for which the prefix in the CTE `frequent` begins a word. Of 64,700 leases, `a` finds 46,700 in 85 ms of processor time. It
 * took 121 ms to find those of residents and those of units separately, each once, and to put them together.
 */
const LEASES_WITH_FREQUENT = `
         select held.id
           from (select all_held.id, all_held.unit_id from leases all_held where all_held.organization_id = $1 offset 0) held
          where ${hasFrequent('unit', 'held.unit_id')} or (held.id in (
           select of_resident.lease_id
             from (
               select all_held.lease_id, all_held.resident_id from lease_residents all_held where all_held.organization_id = $1 offset 0
             ) of_resident
            where ${hasFrequent('resident', 'of_resident.resident_id')}
         )) is true`

/**
 * Selects the leases, as `id`, of the residents or units that have a word with the rarest prefix. `is_whole` is whether that resident or unit has every
 * other prefix as well.
 */
const leasesOf = (type: 'resident' | 'unit', terms: string, { table, lease, of }: Holding) => `
            select looked.id, found.is_whole
              from (select begun.id, ${isWhole(terms, 'begun.id')} as is_whole from ${begun(type, 'rarest')} begun where rarest.is_rare) found
             cross join lateral (
               select held.${lease} as id from ${table} held where held.organization_id = $1 and held.${of} = found.id offset 0
             ) looked`

/**
 * Selects the `id` of the leases for which every prefix begins a word of a resident, of the unit or of the property. It finds the leases of the rarest
 * prefix, and looks up a word with every other prefix for each of them. If a unit has all prefixes, as when the search is the name of its property, it does
 * not look at the leases of the unit: 4,000 pages instead of 43,000 for 711 leases of a property. If the rarest prefix has many words, it finds and counts the
 * leases of every prefix. If a frequent prefix is the only one, it reads all leases once.
 */
export const matchingLeases = (terms: string) => `
      with frequent as materialized (${onlyFrequent(['unit'], terms, MAX_UNITS_APART)})
      select found_by.id
        from ${rarestOf(['resident', 'unit'], terms)}
       cross join lateral (
         select distinct first.id
           from (${leasesOf('resident', terms, RESIDENTS)}
             union all${leasesOf('unit', terms, UNITS)}
           ) first
          where first.is_whole or ${forOthers(
            terms,
            `
            and not exists (
              select from lease_residents lr
               cross join lateral (
                 select from search_words w where w.organization_id = $1 and w.id = lr.resident_id and ${inRange('other')} limit 1
               ) has
               where lr.organization_id = $1 and lr.lease_id = first.id
            )
            and not exists (
              select from leases home
               cross join lateral (
                 select from search_words w where w.organization_id = $1 and w.id = home.unit_id and ${inRange('other')} limit 1
               ) has
               where home.organization_id = $1 and home.id = first.id
            )`,
          )}
         union all
         (select of_all.id from (${matchingEveryTerm(leasesWith('asked'), terms)}) of_all where not rarest.is_alone and not rarest.is_rare)
         union all
         (select of_one.id from ${leasesWith('rarest')} of_one where rarest.is_alone)
       ) found_by
       where not exists (select from frequent)
       union all
      select of_frequent.id from (${LEASES_WITH_FREQUENT}) of_frequent where exists (select from frequent)`

/**
 * Whether every prefix begins a word of the SQL `text`, for tables of which an organization has few enough rows to read them all. False if there is no
 * prefix.
 */
export const hasEveryWord = (text: string, terms: string) =>
  `cardinality(${terms}::text[]) > 0 and not exists (
        select
          from (select ' ' || plain_words(${text}) as words offset 0) own
         cross join unnest(${terms}::text[]) begun (word)
         where strpos(own.words, ' ' || begun.word) = 0
      )`

/** The text by which a vendor `v` is found. */
export const VENDOR_TEXT = `v.name || coalesce(' ' || v.trade, '')`
