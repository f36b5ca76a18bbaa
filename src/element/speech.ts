import type { ReactiveControllerHost } from 'lit'
import { en } from '#texts/en.ts'
import { chooseLocale, fallback, locales } from '#texts/locales.ts'
import type { Texts } from '#texts/texts.ts'

/** The words of a screen, and the language they are said in. */
export interface Speech {
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
export const isolated = (value: string, { direction }: Pick<Speech, 'direction'>): string =>
  value && direction === 'rtl' ? `\u2068${value}\u2069` : value

const first: Speech = { texts: en, locale: fallback, direction: 'ltr', money: () => '' }

/** Speaks the language last wished for, once its sentences are there. */
export class Speaker {
  readonly #host: ReactiveControllerHost
  /** The language wished for, which the frame may speak already. */
  wish = ''
  /** Absent at first: nothing is said aloud in a language that nobody asked for. */
  #speech: Speech | undefined

  constructor(host: ReactiveControllerHost) {
    this.#host = host
  }

  get speech(): Speech {
    return this.#speech ?? first
  }
  get speaks(): boolean {
    return this.#speech !== undefined
  }

  change(wish: string): void {
    if (wish === this.wish) return
    this.wish = wish
    if (wish === fallback) this.#speech ??= first
    void this.#load(wish)
  }

  /** What cannot be loaded leaves the last language standing. */
  async #load(wish: string): Promise<void> {
    const { direction, load } = locales.get(wish)!
    const money = import('./currencies.ts').then(
      ({ moneyIn }) => moneyIn(wish),
      () => () => '',
    )
    const [texts, spell] = await Promise.all([load(), money]).catch(() => [])
    if (wish !== this.wish) return
    this.#speech = texts && spell ? { texts, locale: wish, direction, money: spell } : this.speech
    this.#host.requestUpdate()
  }
}
