import type { ReactiveControllerHost } from 'lit'
import type { Trouble } from '#bridge/protocol.ts'
import { retryImport, type Import } from '#bridge/retry-import.ts'
import type { Clock } from '#contract/ports.ts'
import { en } from '#texts/en.ts'
import { chooseLocale, fallback, locales } from '#texts/locales.ts'
import { fill, type Texts } from '#texts/texts.ts'
import { troubleIn } from '../state/trouble.ts'
import { localeWishes } from './locale-wishes.ts'

/** The texts of a locale, its direction, and its format of money. */
export interface Translation {
  readonly texts: Texts
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** Formats an amount of minor units; empty while the formatter is not loaded or when the currency is unknown. */
  readonly money: (amount: number, currency: string) => string
}

/** The locale to use: the first that the element asks for and that there is. */
export const localeWanted = (element: Element, attribute: string, ticket: string | undefined): string =>
  chooseLocale(...localeWishes(element, attribute, ticket))

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

const first: Translation = { texts: en, locale: fallback, direction: 'ltr', money: () => '' }

/** Provides the texts of the last requested locale, once they are loaded. */
export class LocaleController {
  readonly #host: ReactiveControllerHost
  /** The requested locale, which the frame may already show. */
  locale = ''
  /** Absent at first, so that nothing is announced in a language that was not requested. */
  #speech: Translation | undefined

  readonly #clock: Clock
  readonly #report: (trouble: Trouble) => void

  constructor(host: ReactiveControllerHost, clock: Clock, report: (trouble: Trouble) => void) {
    this.#host = host
    this.#clock = clock
    this.#report = report
  }

  get translation(): Translation {
    return this.#speech ?? first
  }
  get isLoaded(): boolean {
    return this.#speech !== undefined
  }

  setLocale(request: string): void {
    if (request === this.locale) return
    this.locale = request
    if (request === fallback) this.#speech ??= first
    void this.#load(request)
  }

  /** If the texts cannot be loaded, the previous locale stays. */
  async #load(request: string): Promise<void> {
    const { direction, load } = locales.get(request)!
    const [texts, money] = await Promise.all([this.#part(load), this.#part(() => import('./currencies.ts'))])
    if (request !== this.locale) return
    const spell = money?.moneyIn(request) ?? first.money
    this.#speech = texts ? { texts, locale: request, direction, money: spell } : this.translation
    this.#host.requestUpdate()
  }

  async #part<T>(get: Import<T>): Promise<T | undefined> {
    return await retryImport(get, this.#clock).catch((error: unknown) => {
      this.#report(troubleIn(error))
      return undefined
    })
  }
}
