import { retryImport } from '#browser/retry-import.ts'
import type { Clock } from '#contract/ports.ts'
import type { CheckoutClient } from '../proxy-client/api.ts'
import type { FirstTexts } from './first-view.ts'
import type { Screen } from './screen.ts'

/** The texts of a locale, as the proxy answers them. */
export type Message = Awaited<ReturnType<CheckoutClient['texts']>>

type TextScreen = Pick<Screen, 'show' | 'setLocale' | 'setTitle'>

/** The texts of the form: those of a locale, with the page's own in place of some. */
export class FormTexts {
  readonly #screen: TextScreen
  readonly #clock: Clock
  readonly #first: FirstTexts['texts']
  #ofLocale: FirstTexts['texts']
  #ofPage: Readonly<Record<string, string>> = {}
  #calls = 0

  constructor(screen: TextScreen, clock: Clock, first: FirstTexts['texts']) {
    this.#screen = screen
    this.#clock = clock
    this.#first = this.#ofLocale = first
  }

  /** Sets the document's locale; returns what the model needs of it. */
  setLocale(message: Message | undefined): Partial<FirstTexts> {
    if (!message) return {}
    const { locale, direction } = message
    // An older proxy lacks the newer texts; the numbers of one language are not those of another.
    this.#ofLocale = { ...this.#first, numbers: '', ...message.card }
    this.#screen.setLocale(locale, direction)
    return { locale, texts: this.#mixed() }
  }

  /** Shows the page's texts that keep the rules; returns a sentence about each other one. */
  async override(overrides: unknown): Promise<readonly string[]> {
    const call = (this.#calls += 1)
    const { checkTexts } = await retryImport(() => import('./own-texts.ts'), this.#clock)
    if (call !== this.#calls) return []
    const { accepted, refused } = checkTexts(this.#ofLocale, overrides)
    this.#ofPage = accepted
    this.#screen.show({ texts: this.#mixed(), own: accepted })
    return refused
  }

  #mixed(): FirstTexts['texts'] {
    const texts = { ...this.#ofLocale, ...this.#ofPage }
    this.#screen.setTitle(texts.form)
    return texts
  }
}
