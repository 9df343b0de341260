/** Compares names of residents: whether two are the same, and whether one person may have both. Pure. */
import { lettersOf } from '#server/base/text.ts'
import { fullName, type Name } from '../read/full-name.ts'

type Person = Name & { email?: string | null | undefined }

/** Whether two names are the same apart from middle names and initials, which one file has and the next does not. */
export function isSameName(one: Name, other: Name): boolean {
  if (lettersOf(one.last_name) === lettersOf(other.last_name) && given(one) === given(other)) return true
  // A last name of two words, such as `Jones Smith`, may have its first word as a middle name in another file.
  return lettersOf(fullName(one)) === lettersOf(fullName(other))
}

function given({ first_name: firstName }: Name): string {
  return lettersOf(firstName.trim().split(GAP)[0]!)
}

/** What separates two first names, as in `Anne Marie` and `Anne-Marie`. */
const GAP = /[\s-]+/

/**
 * Whether two different names may be those of one person: `Wm Smith` and `William Smith`, `J. Smith` and `Jane Smith`, `Ana Garcia` and `Ana Garcia
 * Lopez`, `Minh Tran` and `Tran Minh`, or names that differ by one mistyped letter. With the same e-mail address, it is enough that the first names or the last
 * names are the same.
 */
export function mayBeSamePerson(one: Person, other: Person): boolean {
  const [words, others] = [one, other].map(name => new Set(fullName(name).split(GAP).map(lettersOf).filter(Boolean)))
  const fewest = Math.min(words!.size, others!.size)
  if (fewest > 1 && words!.intersection(others!).size === fewest) return true
  const [first, second] = [given(one), given(other)]
  const [last, otherLast] = [lettersOf(one.last_name), lettersOf(other.last_name)]
  const isSameMail = Boolean(one.email && other.email && one.email.toLowerCase() === other.email.toLowerCase())
  if (isSameMail && (first === second || last === otherLast)) return true
  if (last === otherLast) return isShortFor(first, second) || isShortFor(second, first) || isMistyped(first, second)
  return first === second && first !== '' && isMistyped(last, otherLast)
}

/** Returns the resident among `open` whom `person` may be under another name. A resident with the name of another of the row's `people` is not one. */
export function underAnotherName<Of extends Person>(
  person: Person,
  open: readonly Of[],
  people: readonly Person[],
): Of | undefined {
  return open.find(
    resident =>
      mayBeSamePerson(person, resident) && !people.some(each => each !== person && isSameName(each, resident)),
  )
}

/** Whether a first name is short for another: its initial, at least its first three letters, or a known short form such as `Bob` for `Robert`. */
function isShortFor(short: string, long: string): boolean {
  if (short === '' || long === '') return false
  if ((short.length === 1 || short.length > 2) && long.startsWith(short)) return true
  const known = SHORT.get(short)
  return (
    known?.includes(long) === true ||
    (known !== undefined && SHORT.get(long)?.some(each => known.includes(each)) === true)
  )
}

/** Whether two names of at least four letters differ in one letter, or one of them has one letter more. */
function isMistyped(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < 4 || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return short.slice(at + (short.length === long.length ? 1 : 0)) === long.slice(at + 1)
}

/** Short forms of first names, each with the names that it stands for, unless it is only how one name begins. */
const SHORT = new Map(
  `al albert alfred alan allen; alex alexander alexandra; andy andrew; barb barbara; becky rebecca; bert albert robert herbert; beth elizabeth; betsy elizabeth;
  betty elizabeth; bill william; billy william; bob robert; bobby robert; cathy catherine kathryn; chas charles; chuck charles; cindy cynthia; dan daniel; danny daniel;
  dave david; debbie deborah debra; dick richard; don donald; dot dorothy; ed edward edwin; eddie edward; ellie eleanor; fran frances francis; frank francis franklin;
  fred frederick alfred; gene eugene; geo george; gerry gerald; greg gregory; hank henry; harry harold henry; jack john; jas james; jeff jeffrey; jen jennifer;
  jenny jennifer; jerry gerald jerome; jim james; jimmy james; joe joseph; johnny john; jon jonathan john; kate katherine catherine kathryn; kathy katherine kathleen kathryn;
  katie katherine kathryn; ken kenneth; larry lawrence; liz elizabeth; lizzie elizabeth; maggie margaret; margie margaret; marge margaret; matt matthew; meg margaret;
  mick michael; mike michael; mickey michael; nancy anne; nate nathan nathaniel; ned edward; nick nicholas; pat patrick patricia; patty patricia; peggy margaret; pepe jose;
  paco francisco; pancho francisco; lupe guadalupe; nacho ignacio; beto alberto roberto; memo guillermo; quique enrique; chuy jesus; lalo eduardo; ray raymond;
  rich richard; rick richard; ricky richard; rob robert; robt robert; ron ronald; sally sarah; sam samuel samantha; sandy sandra; steve steven stephen; stu stuart;
  sue susan; susie susan; ted edward theodore; terry terrence theresa; thos thomas; tim timothy; tina christina; tom thomas; tommy thomas; tony anthony antonio;
  trish patricia; vicky victoria; walt walter; wes wesley; will william; wm william; zack zachary`
    .split(';')
    .map(names => names.trim().split(/\s+/) as [string, ...string[]])
    .map(([short, ...long]) => [short, long] as const),
)
