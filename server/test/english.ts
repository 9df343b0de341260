/** The rules of our English that a machine can check: how a doc comment begins, and which words are retired. */

/** A doc comment that begins like this cannot stand alone: it does not name its subject. */
const FRAGMENT = /^(?:Of|Who|Whoever|The same|As|It)\b/

/** Retired words, with what to say instead. */
const RETIRED: [RegExp, string][] = [
  [/\bback[ -]?office\b/i, 'console'],
  [/\bmisfits?\b/i, 'field error'],
  [/\bhouseholds?\b/i, 'residents'],
  [/\b(?:bring|brings|bringing|brought) (?:\S+ ){0,3}forward\b/i, 'opening balance'],
  [/\b(?:take|takes|taken|took) down\b/i, 'add, unlist'],
  [/\b(?:draw|draws|drawn|drew|drawing) (?:\S+ ){0,2}up\b/i, 'create'],
  [/\bcomes? to nothing\b/i, 'is canceled'],
  [/\bcancell(?:ed|ing)\b/, 'canceled, canceling'],
  [/\bageing\b/i, 'aging'],
  [/\b(?:is|are) no more\b/i, 'is deleted'],
  [/\b(?:not|n't) fit\b/i, 'is not valid'],
  [/\bwhole story\b/i, 'full description'],
  [/\b(?:note|notes|noted|noting) (?:the|a|an) (?:notice|eviction|move-in)\b/i, 'record'],
  [
    /(?:\b(?:rent|charges?|cents|dollars|calls?|attempts?|row|line)|\$[\d,.]+) an? (?:month|minute|second|hour|day|year|unit|lease)\b/i,
    'per',
  ],
  [/\bis no (?:e-mail address|number|date|day|id)\b/i, 'is not a'],
  [/\blook-ups?\b/i, 'lookup'],
  [/\banew\b/i, 'again'],
  [/\bmend(?:s|ed|ing)?\b/i, 'correct, fix'],
  [/\bof late\b(?! (?:fees?|invoices?|rent)\b)/i, 'recently'],
  [/\bin work\b/i, 'in progress'],
  [/\b(?:is|are|be|was|were) told apart\b/i, 'is distinguished'],
  [/\bbeside\b/i, 'next to, with'],
  [/\bat the most\b/i, 'at most'],
  [/\btowards\b/i, 'toward'],
  [/\bafterwards\b/i, 'afterward'],
  [/\bsome (?:\d[\d,.]*|tens|ten|seven|seventy) \w/i, 'about'],
  [/\balong (?:its|the|their|a) schemas?\b/i, 'by its schema'],
  [/\bbeginnings? of (?:a |the |their )?words?\b/i, 'word prefix'],
  [/\bmeanwhile\b(?!,)/i, 'in the meantime'],
  [/\balso if\b/i, 'even if'],
  [/\belse than\b/i, 'other than'],
  [/\ba text (?:is|of|that|with|without)\b/i, 'text, a string'],
  [/\bany more\b(?! (?:are|would))/i, 'anymore'],
  [/\d %(?! ?(?:\d|[a-z]\b))/, '80%'],
  [/\b(?:is|are|was|were) away\b/i, 'cannot be reached, is down'],
  [/\bconst (?:MOST|LONGEST|LARGEST|FEWEST|SHORTEST|LEAST)(?:_[A-Z\d]+)*\b/, 'MAX_…, MIN_…'],
  [
    /\b(?:behaviour|neighbour(?:s|ing)?|favourite|honour(?:s|ed)?|organis(?:e|es|ed|ation)|whilst|amongst)\b/i,
    'its American spelling',
  ],
]

/** Comments that begin with a fragment, as `line: text`. */
export function fragments(text: string): string[] {
  return [...text.matchAll(/\/\*\*[\s*]*([^\n]*)/g)]
    .filter(([, opening = '']) => FRAGMENT.test(opening))
    .map(({ 1: opening, index }) => `${lineOf(text, index)}: ${opening}`)
}

const COMMENT = /\/\*\*[\s\S]*?\*\/|(?:^\s*| )\/\/ .*$/gm
const TEST_NAME = /(?<=\btest\()'(?:[^'\\\n]|\\.)*'/g
const NAME_IN_CODE = /`[^`]*`/g
const LOWER_CASE_ID = /(?<![\w.$/-])ids?(?!\w|\.\w|-)/

/** Comments, and names of tests, that write an ID as `id`, other than as a name in code, as `line: comment`. */
export function lowerCaseIds(text: string): string[] {
  return [...text.matchAll(COMMENT), ...text.matchAll(TEST_NAME)]
    .filter(([comment]) => LOWER_CASE_ID.test(comment.replaceAll(NAME_IN_CODE, '')))
    .map(({ 0: comment, index }) => `${lineOf(text, index)}: ${comment.trim()}`)
}

/** Retired words, as `line: word → what to say`. */
export function retiredWords(text: string): string[] {
  return RETIRED.flatMap(([pattern, instead]) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
      ({ 0: word, index }) => `${lineOf(text, index)}: ${word} → ${instead}`,
    ),
  )
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
