/** Recognizes what offices and systems write about a resident in the cell of the name, such as a phone number or `EVICTION ***`. */

/** The words for what becomes of a lease, with which offices mark a name. */
const STATE =
  '(?:in )?(?:eviction|evicting|legal)(?: (?:filed|pending|action))?|evict|(?:on )?notice|ntv|mtm|month[- ]to[- ]month|skipped'
const ROLE = 'tenant|guarantor|co-?signer|occupant|co-?tenant|lessee|leaseholder|resident|minor|roommate|spouse'
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
    String.raw`\s*\([^()]*\)`,
    String.raw`^(?:manager|mgr\.?|employee|maintenance|super(?:intendent)?|sec(?:tion|\.)? ?8|hud|parking|garage|storage|tenant|resident)(?:\s*:| [-–])\s+(?=[a-z])`,
    String.raw`^(?:sec(?:tion|\.)? ?8|hud|mr\.?\s*(?:&|and|\/)\s*mrs\.?(?=\s))\s*\/?\s*(?=\p{L})`,
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
