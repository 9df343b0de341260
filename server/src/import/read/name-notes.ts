/** Recognizes what offices and systems write about a resident in the cell of the name, such as a phone number or `EVICTION ***`. */
import { remembering } from './remembering.ts'

/** The words for what becomes of a lease, with which offices mark a name. */
const STATE =
  '(?:in )?(?:eviction|evicting|legal)(?: (?:filed|pending|action))?|evict|(?:on )?notice|ntv|mtm|month[- ]to[- ]month|skipped'
const ROLE = 'tenant|guarantor|co-?signer|occupant|co-?tenant|lessee|leaseholder|resident|minor|roommate|spouse'
const SUBSIDY = String.raw`hud|hcv|s8|sec(?:tion|t?\.)? ?8|voucher`
const WHEN = String.raw`(?:ntv|notice|vacat(?:e|es|ed|ing)|mov(?:e|es|ed|ing)[ -](?:in|out)|m\/?[io]|lease|since|until|thru|through|exp(?:ires)?\.?)(?: (?:on|by|date|to|from|ends?))?`
const PHONE = String.raw`[\s,]+(?:(?:(?:cell|mobile|home|work|ph|phone|tel)[:.]?|[chmw]:) ?)?(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?: ?(?:x|ext\.?) ?\d{1,6})?(?!\d)`

/** Each note that is no part of a name. */
export const NOTES: RegExp = new RegExp(
  [
    PHONE,
    String.raw`[\s,]+[^\s@<>,;]{1,64}@[^\s@<>,;]{1,190}`,
    // `EVICTION *** Ann Elm`, `(LEGAL) - Ann Elm`, `Ann Elm - NTV` and `Ann Elm EVICTION`.
    String.raw`^[*(\s]*(?:${STATE})[)\s]*(?:\*+|[:–-])[*\s]*(?=\p{L})`,
    String.raw`\s+[*–-]+\s*(?:${STATE})(?:\s*\**|[\s:*–-][^,;&]{0,60})$`,
    String.raw`\s+(?:eviction|ntv)$`,
    // `Ann Elm NTV 3/31` and `Ann Elm moving out 3/31/26`.
    String.raw`[\s,*–-]+(?:${WHEN})[\s:.]{0,3}\d{1,2}\/\d{1,4}(?:\/\d{2,4})?(?!\d)[^;&]{0,60}$`,
    String.raw`\s*\([^()]*\)`,
    String.raw`\s*\[[^\[\]]*\]`,
    String.raw`\s+[–-]\s*(?:${SUBSIDY})$`,
    String.raw`\s+#\d[\w-]*$`,
    String.raw`^(?:manager|mgr\.?|employee|maintenance|super(?:intendent)?|sec(?:tion|\.)? ?8|hud|parking|garage|storage|tenant|resident)(?:\s*:| [-–])\s+(?=[a-z])`,
    String.raw`^(?:sec(?:tion|\.)? ?8\b|hud\b|mr\.?\s*(?:&|and|\/)\s*mrs\.?(?=\s))\s*\/?\s*(?=\p{L})`,
    String.raw`^(?:(?:unit|apt\.?|suite|ste\.?|lot)\s+)?#?[a-z]{0,2}-?\d[\w-]{0,20}(?:\s*:| [-–])\s+(?=\p{L})`,
    String.raw`^\*+\s*|(?<![\s*])\s*\*+$`,
    // `Ann Elm, Tenant` and `Ann Elm & Co-signer Bo Fir`.
    String.raw`,\s*(?:${ROLE})$`,
    String.raw`(?<=[&/,;] ?)(?:guarantor|co-?signer|co-?applicant)\b:?\s+(?=\p{L})`,
    String.raw`,?\s+et\.? (?:al|ux)\b\.?`,
    String.raw`,?\s+(?:&|and) (?:family|others?|occupants?|spouse|wife|husband|child(?:ren)?|kids|guests?|roommates?)\b\.?$`,
    // `Ann Elm + 1` and `Ann Elm, 2 kids`.
    String.raw`\s*(?:[,+&]|\band\b)\s*\d{1,2}(?: (?:kids?|child(?:ren)?|others?|occupants?|adults?|guests?|minors?))?$`,
    String.raw`\s+(?:c\/o|C\/O|[af]\/k\/a|[AF]\/K\/A|aka|AKA|fka|FKA)\s.*$`,
    String.raw`\s+[-–]\s*[a-z]?\d[\w-]*$`,
  ].join('|'),
  'giu',
)

/** A name without the notes on it. Several rules look for them: without remembering, that took a tenth of the time in which a file is read. */
export const withoutNotes: (name: string) => string = remembering(name => name.replace(NOTES, '').trim())

/** A line of a cell of names that has a label of its own: `Emergency: Mom`, `Lease: 12 months`. */
const LABELLED =
  /^(?:emergency(?: contact)?|contact|[chmw]|phone|cell|home|work|tel|e-?mail|pets?|vehicles?|cars?|notes?|comments?|lease|rent|deposit|move[- ]?(?:in|out)|employer|dob|ssn)\s*[:#]/i
/** Words that are a note by themselves. */
const ALONE = new RegExp(
  String.raw`^[*(\s-]*(?:${STATE}|${ROLE}|${SUBSIDY}|none|n\/?a|tbd|unknown|vacating|moving out)[*)\s.-]*$`,
  'i',
)

/** `(Ed Yew)` on a line of its own is a resident. */
const NAME_IN_PARENTHESES = /^\(\p{Lu}[\p{L}.'’-]* \p{Lu}[\p{L}'’-]+\)$/u

/** Whether a line of a cell of names is nothing but a note on the residents, such as a phone number, `(Sect. 8)` or `2 cats`. */
export function isNote(line: string): boolean {
  if (NAME_IN_PARENTHESES.test(line)) return false
  const rest = withoutNotes(line)
  return !/\p{L}/u.test(rest) || /\d/.test(rest) || ALONE.test(line) || LABELLED.test(line)
}
