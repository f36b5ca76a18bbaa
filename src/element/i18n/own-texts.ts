import type { CardFrame } from '#bridge/protocol.ts'
import { language as en } from '#texts/languages/en.ts'
import { checkOverrides } from '#texts/overrides.ts'
import { isNote, type PageTexts } from '#texts/texts.ts'
import type { ElementContext } from '../element-context.ts'
import { lineOf, checkoutErrorOf } from '../state/errors.ts'

const parts: readonly string[] = ['checkout', 'card', 'reasons'] satisfies Part[]
type Part = Exclude<keyof PageTexts, 'formats'>

/** The page's own texts; loaded only where a page has any. */
export class OwnTexts {
  /** By part; `card` has only those that the element shows too. */
  readonly #page: Record<string, Readonly<Record<string, string>>> = {}
  /** The texts of the card frame, which checks them. */
  readonly #frame: Record<string, unknown> = {}
  readonly #refused: string[] = []
  readonly #context: Pick<ElementContext, 'complain'>
  #card: CardFrame | undefined

  /** Reads the element's `texts`, which may be anything. */
  constructor(texts: unknown, context: Pick<ElementContext, 'complain'>) {
    this.#context = context
    for (const [part, overrides] of Object.entries(texts ?? {})) this.#read(part, overrides)
  }

  #read(part: string, overrides: unknown): void {
    if (!parts.includes(part) || typeof overrides !== 'object') {
      this.#refused.push(`"texts.${part}" must be an object of texts, named "checkout", "card" or "reasons".`)
      return
    }
    const { accepted, refused } = checkOverrides(part, en[part as Part], overrides)
    this.#page[part] = accepted
    if (part === 'card') for (const [key, text] of Object.entries(overrides ?? {})) this.#frame[key] = cloneable(text)
    else this.#refused.push(...refused)
    if (part === 'checkout') for (const key in accepted) if (isNote(key)) this.#frame[key] = accepted[key]
  }

  /** A page may assign an equal object at each of its updates. */
  equals(other: OwnTexts | undefined): boolean {
    return other !== undefined && this.#key === other.#key
  }

  get #key(): string {
    return JSON.stringify([this.#page, this.#frame, this.#refused])
  }

  /** Reports the texts that break a rule. */
  report(refused: readonly string[] = this.#refused): void {
    for (const message of refused) this.#context.complain(lineOf({ code: 'config_texts', message }))
  }

  /** The texts of a language, with the page's own in place of some. */
  over({ checkout, reasons, card, formats }: PageTexts): PageTexts {
    const own = this.#page
    return {
      ...(formats && { formats }),
      checkout: { ...checkout, ...own['checkout'] },
      reasons: { ...reasons, ...own['reasons'] },
      card: { ...card, ...own['card'] },
    }
  }

  /** Sends the texts of the card frame, unless this one has them. */
  post(card: CardFrame | undefined): void {
    if (card === this.#card) return
    this.#card = card
    card?.override(this.#frame).then(
      (refused) => this.report(refused),
      (error: unknown) => this.#context.complain(lineOf(checkoutErrorOf(error))),
    )
  }
}

/** A function cannot be sent to the frame, which then refuses `null` in its place. */
const cloneable = (text: unknown): unknown => (typeof text === 'string' || text === undefined ? text : null)
