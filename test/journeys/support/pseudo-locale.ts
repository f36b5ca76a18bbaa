import { language as en } from '#texts/languages/en.ts'
import type { Texts } from '#texts/texts.ts'

const plain = [...'acdeghijklnoprstuwyzACDEGHIKLNOPRSTUWY']
const accents = [...'åçðéğĥîĵķļñöþŕšţûŵýžÅÇÐÉĞĤÎĶĻÑÖÞŔŠŢÛŴÝ']
const accented = new Map(plain.map((letter, at) => [letter, accents[at]!]))

/** How much longer than English a text is. */
const LONGER = 0.4

/** Words of about as many letters as those of European languages. */
const filler = ' lörém îþšûm ðölör šîţ åméţ çönšéçţéţûŕ'

/** Characters that a text of a page may have. */
const LONGEST = 300

/** A text with accents, about 40 % longer and in brackets, whose placeholders stay. */
export function pseudo(text: string): string {
  const letters = text.replaceAll(/\{\w+\}|[a-zA-Z]/g, (found) => accented.get(found) ?? found)
  const more = Math.min(Math.ceil(text.replaceAll(/\{\w+\}/g, '').length * LONGER), LONGEST - text.length - 2)
  return `⟦${letters}${filler
    .repeat(Math.ceil(more / filler.length))
    .slice(0, more)
    .trimEnd()}⟧`
}

const every = (texts: object): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text as string)]))

const parts = ['checkout', 'card', 'reasons'] as const satisfies (keyof Texts)[]

/** The texts of a language with longer words; as the element's `texts`. */
export const lengthened = (texts: Texts): Texts =>
  Object.fromEntries(parts.map((part) => [part, every(texts[part])])) as unknown as Texts

/** English with longer words: what is longer in some language than its place, is here too. */
export const pseudoLocale = lengthened(en)
