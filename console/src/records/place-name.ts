/** The name of a unit as text. */

/** `Maple Court · 204`. A house whose only unit has its name, as an import stores it, is named once. */
export function placeName(property: string, unit: string | null): string {
  return unit === null || unit === property ? property : `${property} · ${unit}`
}
