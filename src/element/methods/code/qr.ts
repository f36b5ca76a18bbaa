import { correction, generate } from 'lean-qr/nano'

/** Modules of white around the code, without which an app may not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/**
 * The picture of a QR code: black on white in every theme, as apps expect it. It has a pixel for each module, on a canvas,
 * since an extension that darkens pages replaces the colours of styles and of SVG, and no policy of the page forbids it.
 */
export class QrPicture {
  readonly #canvas = document.createElement('canvas')
  #text: string | undefined

  /** The canvas with the code of a text. `label` is read out in its place. */
  of(text: string, label: string): HTMLCanvasElement {
    const canvas = this.#canvas
    if (text !== this.#text) {
      const colours = { on: [0, 0, 0], off: [255, 255, 255] } as const
      generate(text, { minCorrectionLevel: correction.M }).toCanvas(canvas, { ...colours, pad: QUIET_ZONE })
      this.#text = text
    }
    const attributes = { class: 'code-qr', 'data-testid': 'code-qr', role: 'img', 'aria-label': label }
    for (const [name, value] of Object.entries(attributes)) canvas.setAttribute(name, value)
    return canvas
  }
}
