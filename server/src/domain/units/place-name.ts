/** The name of a unit in SQL. */

/**
 * `Maple Court · 204`. A house whose only unit has its name, as an import stores it, is named once, and so is a property without a unit. `p` is the
 * property.
 */
export const placeName = (label = 'u.label') =>
  `(case when ${label} <> p.name then p.name || ' · ' || ${label} else p.name end)`
