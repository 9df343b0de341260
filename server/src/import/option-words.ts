/** The options of an import in its messages, which are read in the console and on the command line: each as the console labels it, and its flag. */

export const AS_OF = '“As of” (--as-of)'
export const CLOSE_MISSING = '“Move out residents who are no longer on the rent roll” (--close-missing)'
export const LAYOUT = '“Layout” (--layout)'
