/** Options for saving many records at once. */

export type SaveOptions = {
  /**
   * Whether none of the records is stored yet, because they or what they belong to have new IDs: they are then inserted without looking each of them
   * up, which saves an import 20 µs per unit.
   */
  areNew?: boolean
}
