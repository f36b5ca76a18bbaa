import { correction, generate } from 'lean-qr/nano'
import { html } from 'lit'
import type { TemplateResult } from 'lit'

/** Modules of white around the code, without which an app may not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** The QR code of a text: black on white in every theme, as apps expect it. `label` is read out in its place. */
export function qrOf(text: string, label: string): TemplateResult {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const width = code.size + 2 * QUIET_ZONE
  // Each dark module is a square of its own; the edges of squares side by side do not show.
  const modules = [...Array(code.size ** 2).keys()]
    .map((at) => [at % code.size, Math.floor(at / code.size)] as const)
    .filter(([x, y]) => code.get(x, y))
    .map(([x, y]) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`)
  return html`<svg
    class="code-qr"
    data-testid="code-qr"
    viewBox="0 0 ${width} ${width}"
    role="img"
    aria-label=${label}
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d="M0 0h${width}v${width}H0z" />
    <path fill="#000" d=${modules.join('')} />
  </svg>`
}
