/** A layout of rent rolls, as the command line and the API name it. */
import type { IMPORT_LAYOUTS } from '#contract/console/import-mapping.ts'

export type LayoutName = (typeof IMPORT_LAYOUTS)[number]
