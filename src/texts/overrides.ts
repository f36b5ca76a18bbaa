import type { AddressTexts, Texts } from './texts.ts'

/** Sentences of the page in place of the checkout's own, in any language; a sentence keeps its `{placeholders}`. */
export type TextOverrides = {
  readonly [Part in Exclude<keyof Texts, 'formats'>]?: Partial<
    Texts[Part] & (Part extends 'card' ? AddressTexts : unknown)
  >
}

/** The overrides that keep the rules, and a sentence about each other one. */
export interface CheckedOverrides {
  readonly accepted: Readonly<Record<string, string>>
  readonly refused: readonly string[]
}

/** An additional rule: the end of a sentence about a text that breaks it. */
export type OverrideRule = (text: string) => string | undefined

/** Without the controls that would change the direction of a value. */
const plainText = /^(?=.*\S)[^\p{Cc}\u202a-\u202e]{1,300}$/u

/** Texts that are also complete without a placeholder, which a page's own may leave out. */
const completeWithout: readonly string[] = ['troubleWallet', 'postalCodeWrong', 'addressLong', 'phoneHint']

const placeholdersIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

/** Checks overrides of one part of the texts, which come from the page and may be anything. */
export function checkOverrides(
  part: string,
  originals: object,
  overrides: unknown,
  rule?: OverrideRule,
): CheckedOverrides {
  const accepted: Record<string, string> = {}
  const refused: string[] = []
  for (const [key, text] of Object.entries(overrides ?? {})) {
    if (text === undefined) continue
    const original = Object.hasOwn(originals, key) && originals[key as never]
    const broken = ruleBroken(original, text, completeWithout.includes(key), rule)
    if (broken) refused.push(`"texts.${part}.${key}" ${broken}.`)
    else accepted[key] = text as string
  }
  return { accepted, refused }
}

function ruleBroken(
  original: string | false,
  text: unknown,
  mayLeaveOut: boolean,
  rule: OverrideRule | undefined,
): string | undefined {
  if (original === false) return 'is not known'
  if (typeof text !== 'string' || !plainText.test(text)) return 'must be plain text of 1 to 300 characters'
  const [known, own] = [placeholdersIn(original), placeholdersIn(text)]
  const wanted = mayLeaveOut ? known.filter((name) => own.includes(name)) : known
  if (`${own}` === `${wanted}`) return rule?.(text)
  if (known.length === 0) return 'must have no placeholder'
  return `${mayLeaveOut ? 'may' : 'must'} have ${known.join(' ')} once`
}
