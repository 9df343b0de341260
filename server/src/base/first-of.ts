/** The first of a list that is known to have one, such as a group of `Map.groupBy`. */

export function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('A list that is never empty is empty')
  return first
}
