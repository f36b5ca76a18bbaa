import type { Opening } from '#bridge/protocol.ts'
import { appearanceOf, misread } from './theme.ts'
import type { ElementContext } from '../element-context.ts'
import { lineOf } from '../state/trouble.ts'

type Theme = Omit<Opening, 'ticket'>

/** The frame's theme as it was last sent; an invalid token is reported once. */
export class FrameTheme {
  readonly #parts: Pick<ElementContext, 'complain'>
  #sent = ''
  #reported: string | undefined

  constructor(context: Pick<ElementContext, 'complain'>) {
    this.#parts = context
  }

  /** The current theme, which the caller then sends. */
  read(probe: HTMLElement, locale: string, scheme: 'light' | 'dark'): Theme {
    const theme = this.#look(probe, locale, scheme)
    this.#sent = JSON.stringify(theme)
    return theme
  }

  /** The current theme, if it differs from the last one that was sent. */
  change(probe: HTMLElement, locale: string, scheme: 'light' | 'dark'): Theme | undefined {
    const sent = this.#sent
    const theme = this.read(probe, locale, scheme)
    return this.#sent === sent ? undefined : theme
  }

  #look(probe: HTMLElement, locale: string, scheme: 'light' | 'dark'): Theme {
    const appearance = appearanceOf(probe, scheme)
    const trouble = misread(probe, appearance)
    if (trouble && trouble.field !== this.#reported) this.#parts.complain(lineOf(trouble))
    this.#reported = trouble?.field
    return { locale, appearance }
  }
}
