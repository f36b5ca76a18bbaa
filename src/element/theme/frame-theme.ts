import type { CardFrame, Opening, CheckoutError } from '#bridge/protocol.ts'
import type { Appearance } from '#contract/appearance/appearance.ts'
import { corrected, type Correction } from '#contract/appearance/corrected.ts'
import type { ElementContext } from '../element-context.ts'
import { lineOf } from '../state/errors.ts'
import { paint } from './paint.ts'
import { appearanceOf } from './reading.ts'
import { nameOf } from './theme.ts'

type Theme = Pick<Opening, 'locale' | 'appearance'>

export interface ThemeSource {
  readonly element: () => Element & { readonly theme: string }
  readonly box: () => HTMLElement
  /** The element in the box on which the browser resolves the tokens. */
  readonly probe: () => HTMLElement
}

/** The theme of the box and of the frame as it was last sent; what is wrong with it is reported once. */
export class FrameTheme {
  readonly #context: Pick<ElementContext, 'complain'>
  readonly #source: ThemeSource
  #sent = ''
  #reported = ''
  /** The scheme that was last read. */
  scheme: Appearance['scheme'] = 'light'

  constructor(context: Pick<ElementContext, 'complain'>, source: ThemeSource) {
    this.#context = context
    this.#source = source
  }

  /** The current theme, which the caller then sends; the box shows it already. */
  read(locale: string): Theme {
    const { element, box, probe } = this.#source
    const host = element()
    const { appearance: requested, error } = appearanceOf(probe(), host, host.theme)
    const { appearance, corrections } = corrected(requested)
    const shown = getComputedStyle(probe())
    const own = corrections.filter(({ field }) => shown.getPropertyValue(nameOf(field)))
    this.#report([...(error ? [error] : []), ...own.map(faint)])
    this.scheme = appearance.scheme
    paint(box(), host, appearance)
    const theme = { locale, appearance }
    this.#sent = JSON.stringify(theme)
    return theme
  }

  /** Sends the current theme if it differs from the last one that was sent. */
  post(card: CardFrame | undefined, locale: string): void {
    const sent = this.#sent
    const theme = this.read(locale)
    if (this.#sent !== sent) card?.restyle(theme).catch(() => undefined) // the frame was dropped meanwhile
  }

  #report(errors: readonly CheckoutError[]): void {
    const fields = errors.map(({ field }) => field).join()
    if (fields !== this.#reported) for (const error of errors) this.#context.complain(lineOf(error))
    this.#reported = fields
  }
}

/** A colour of the shop that is replaced since it could not be read. */
const faint = ({ field, against, ratio, least }: Correction): CheckoutError => ({
  code: 'config_contrast',
  message:
    `"--tender-${field}" has a contrast of ${ratio.toFixed(1)} with "--tender-${against}", and needs ${least}: ` +
    'another colour is shown.',
  field: `--tender-${field}`,
})
