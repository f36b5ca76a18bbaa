import { html } from 'lit'
import type { TemplateResult } from 'lit'
import { encode } from 'uqr'

/** Modules of white around the code, without which an app may not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** The QR code of a text: black on white in every theme, as apps expect it. `label` is read out in its place. */
export function qrOf(text: string, label: string): TemplateResult {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return html`<svg
    class="code-qr"
    data-testid="code-qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label=${label}
    shape-rendering="crispEdges"
  >
    <path fill="#fff" d="M0 0h${size}v${size}H0z" />
    <path fill="#000" d=${data.map(rowOf).join('')} />
  </svg>`
}

/** The dark modules of a row, as one rectangle for each run of them. */
function rowOf(row: readonly boolean[], y: number): string {
  const modules = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return Array.from(
    modules.matchAll(/1+/g),
    ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
  ).join('')
}
