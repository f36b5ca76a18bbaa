import type { CardFrame, Opening } from '#bridge/protocol.ts'
import { appearanceOf, misread } from './theme.ts'
import type { ElementContext } from '../element-context.ts'
import { lineOf } from '../state/trouble.ts'

type Theme = Omit<Opening, 'ticket'>

/** The frame's theme as it was last sent; an invalid token is reported once. */
export class FrameTheme {
  readonly #parts: Pick<ElementContext, 'complain'>
  /** The element in the panel on which the browser resolves the tokens. */
  readonly #probe: () => HTMLElement
  #sent = ''
  #reported: string | undefined

  constructor(context: Pick<ElementContext, 'complain'>, probe: () => HTMLElement) {
    this.#parts = context
    this.#probe = probe
  }

  /** The current theme, which the caller then sends. */
  read(locale: string, scheme: 'light' | 'dark'): Theme {
    const theme = this.#look(this.#probe(), locale, scheme)
    this.#sent = JSON.stringify(theme)
    return theme
  }

  /** Sends the current theme if it differs from the last one that was sent. */
  post(card: CardFrame | undefined, locale: string, scheme: 'light' | 'dark'): void {
    const sent = this.#sent
    const theme = this.read(locale, scheme)
    if (this.#sent !== sent) card?.restyle(theme).catch(() => undefined) // the frame was dropped meanwhile
  }

  #look(probe: HTMLElement, locale: string, scheme: 'light' | 'dark'): Theme {
    const appearance = appearanceOf(probe, scheme)
    const trouble = misread(probe, appearance)
    if (trouble && trouble.field !== this.#reported) this.#parts.complain(lineOf(trouble))
    this.#reported = trouble?.field
    return { locale, appearance }
  }
}
