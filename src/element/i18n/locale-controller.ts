import type { ReactiveControllerHost } from 'lit'
import type { CheckoutError } from '#bridge/protocol.ts'
import { retryImport } from '#browser/retry-import.ts'
import { cardless, type Reason } from '#contract/reasons.ts'
import { BANK_PAGE, isOffPage, type OtherMethodName } from '#contract/methods/methods.ts'
import { language as en } from '#texts/languages/en.ts'
import { chooseLocale, fallback, locales } from '#texts/locales.ts'
import { fill, type PageTexts } from '#texts/texts.ts'
import type { ElementContext } from '../element-context.ts'
import { checkoutErrorOf } from '../state/errors.ts'
import { preferredLocales } from './preferred-locales.ts'
import type { OwnTexts } from './own-texts.ts'

/** The texts of a locale, and its direction. */
export interface Translation {
  readonly texts: PageTexts
  /** The page's own, which are in place of some. */
  readonly own?: OwnTexts
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
}

/** The locale to use: the first that the element asks for and that there is. */
export const localeWanted = (element: Element, attribute: string, ticket: string): string =>
  chooseLocale(...preferredLocales(element, attribute, ticket))

/** Bidi-isolates a value within a right-to-left sentence. */
const isolated = (value: string, { direction }: Pick<Translation, 'direction'>): string =>
  value && direction === 'rtl' ? `\u2068${value}\u2069` : value

/**
 * Fills the `{name}` placeholders of a sentence, each value bidi-isolated. It is here so that its users need no
 * additional file.
 */
export const format = (
  sentence: string,
  values: Readonly<Record<string, string>>,
  translation: Pick<Translation, 'direction'>,
): string =>
  fill(
    sentence,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value, translation)])),
  )

/** That nothing was charged, and why nothing was paid, by this method; here for the same reason. */
export function reasonOf(
  reason: Reason,
  method: OtherMethodName | undefined,
  { texts: { reasons, checkout } }: Pick<Translation, 'texts'>,
): string {
  const told = isOffPage(method) && method !== BANK_PAGE && !cardless.has(reason) ? 'not_processed' : reason
  const [why, uncharged] = [reasons[told], checkout.otherCard]
  if (why.includes(uncharged)) return why
  // Sentences of Chinese and Japanese are not separated.
  return uncharged.endsWith('。') ? uncharged + why : `${uncharged} ${why}`
}

const first: Translation = { texts: en, locale: fallback, direction: 'ltr' }

/** Provides the texts of the last requested locale, once they are loaded, with the page's own in place of some. */
export class LocaleController {
  readonly #host: ReactiveControllerHost
  /** The requested locale, which the frame may already show. */
  locale = ''
  /** Absent at first, so that nothing is announced in a language that was not requested. */
  #translation: Translation | undefined
  /** The `texts` of the element, and what was read in them. */
  #texts: unknown
  #own: OwnTexts | undefined

  readonly #context: Pick<ElementContext, 'clock' | 'complain'>
  readonly #report: (error: CheckoutError) => void

  constructor(
    host: ReactiveControllerHost,
    context: Pick<ElementContext, 'clock' | 'complain'>,
    report: (error: CheckoutError) => void,
  ) {
    this.#host = host
    this.#context = context
    this.#report = report
  }

  get translation(): Translation {
    const [translation, own] = [this.#ofLocale, this.#own]
    return own ? { ...translation, texts: own.over(translation.texts), own } : translation
  }
  get #ofLocale(): Translation {
    return this.#translation ?? first
  }
  get isLoaded(): boolean {
    return this.#translation !== undefined
  }

  setLocale(request: string): void {
    if (request === this.locale) return
    this.locale = request
    if (request === fallback) this.#translation ??= first
    void this.#load(request)
  }

  setTexts(texts: unknown): void {
    if (texts === this.#texts) return
    this.#texts = texts
    void this.#override(texts)
  }

  async #override(texts: unknown): Promise<void> {
    const code = await retryImport(() => import('./own-texts.ts'), this.#context.clock).catch(this.#failed)
    if (!code || texts !== this.#texts) return
    const own = new code.OwnTexts(texts, this.#context)
    if (own.equals(this.#own)) return
    this.#own = own
    own.report()
    this.#host.requestUpdate()
  }

  readonly #failed = (error: unknown): void => this.#report(checkoutErrorOf(error))

  /** If the texts cannot be loaded, the previous locale stays. */
  async #load(request: string): Promise<void> {
    const { direction, load } = locales.get(request)!
    const texts = await retryImport(load, this.#context.clock).catch(this.#failed)
    if (request !== this.locale) return
    this.#translation = texts ? { texts, locale: request, direction } : this.#ofLocale
    this.#host.requestUpdate()
  }
}
