import type { ReactiveControllerHost } from 'lit'
import type { Trouble } from '#bridge/protocol.ts'
import { retryImport, type Import } from '#bridge/retry-import.ts'
import type { Clock } from '#contract/ports.ts'
import { en } from '#texts/en.ts'
import { chooseLocale, fallback, locales } from '#texts/locales.ts'
import { fill, type Texts } from '#texts/texts.ts'
import { troubleIn } from '../state/trouble.ts'

/** The words of a screen, and the language they are said in. */
export interface Translation {
  readonly texts: Texts
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** An amount of minor units in words; empty while that cannot be told. */
  readonly money: (amount: number, currency: string) => string
}

/** The attribute's wish, then the ticket's, the page's around the element, and the browser's. */
export const localeWanted = (element: Element, attribute: string, ticket: string | undefined): string =>
  chooseLocale(
    attribute,
    ticket,
    element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang,
    navigator.language,
  )

/** Keeps a left-to-right value in one piece within a right-to-left sentence. */
const isolated = (value: string, { direction }: Pick<Translation, 'direction'>): string =>
  value && direction === 'rtl' ? `\u2068${value}\u2069` : value

/** Fills `{name}` places of a sentence, each value kept in one piece. It is here for parts that must not need a file more. */
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

/** Speaks the language last wished for, once its sentences are there. */
export class LocaleController {
  readonly #host: ReactiveControllerHost
  /** The language wished for, which the frame may speak already. */
  locale = ''
  /** Absent at first: nothing is said aloud in a language that nobody asked for. */
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

  /** What cannot be loaded leaves the last language standing. */
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
