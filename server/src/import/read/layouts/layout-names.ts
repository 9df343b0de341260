/** The layouts of rent rolls, as the command line and the API name them. */
export const LAYOUT_NAMES = [
  'yardi-lease-charges',
  'yardi-rent-roll',
  'yardi-breeze',
  'onesite',
  'entrata',
  'buildium',
  'template',
] as const
export type LayoutName = (typeof LAYOUT_NAMES)[number]
