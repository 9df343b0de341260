/** The names of the fields of an object, as its type knows them. */

/** `Object.keys` returns plain strings, because a value may have more fields than its type. Pass only an object that has exactly those of its type. */
export function keysOf<Fields extends object>(object: Fields): (keyof Fields & string)[] {
  return Object.keys(object) as (keyof Fields & string)[]
}
