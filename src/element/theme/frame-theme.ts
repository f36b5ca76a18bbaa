import type { Opening } from '#bridge/protocol.ts'
import { appearanceOf, misread } from './theme.ts'
import type { Parts } from '../parts.ts'
import { lineOf } from '../state/trouble.ts'

type Look = Omit<Opening, 'ticket'>

/** The look that the frame is to have, as it was last sent; a token that cannot be read is reported once. */
export class FrameLook {
  readonly #parts: Pick<Parts, 'complain'>
  #sent = ''
  #reported: string | undefined

  constructor(parts: Pick<Parts, 'complain'>) {
    this.#parts = parts
  }

  /** The look as of now, which is going to be sent. */
  read(probe: HTMLElement, locale: string, scheme: 'light' | 'dark'): Look {
    const look = this.#look(probe, locale, scheme)
    this.#sent = JSON.stringify(look)
    return look
  }

  /** The look that is to be sent, if it is another than the last one. */
  change(probe: HTMLElement, locale: string, scheme: 'light' | 'dark'): Look | undefined {
    const sent = this.#sent
    const look = this.read(probe, locale, scheme)
    return this.#sent === sent ? undefined : look
  }

  #look(probe: HTMLElement, locale: string, scheme: 'light' | 'dark'): Look {
    const appearance = appearanceOf(probe, scheme)
    const trouble = misread(probe, appearance)
    if (trouble && trouble.field !== this.#reported) this.#parts.complain(lineOf(trouble))
    this.#reported = trouble?.field
    return { locale, appearance }
  }
}
