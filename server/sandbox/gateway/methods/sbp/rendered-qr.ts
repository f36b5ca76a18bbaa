import { correction, generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import type { QrQuestion } from '#server-contract/methods/sbp/fields.ts'

/** Modules of white around a code, so that a camera finds it. */
const QUIET_ZONE = 4

/** A code as `matrix`, lines of 0 and 1, or as `image`, a PNG in Base64 that fits into the requested size. */
export function renderedQr(payload: string, { qrFormat, qrHeight = 250, qrWidth = qrHeight }: QrQuestion): string {
  const code = generate(payload, { minCorrectionLevel: correction.M })
  if (qrFormat === 'image') {
    const scale = Math.floor(Math.min(qrHeight, qrWidth) / (code.size + 2 * QUIET_ZONE))
    const png = toPngBuffer(code, { off: [255, 255, 255], pad: QUIET_ZONE, scale: Math.max(1, scale) })
    return Buffer.from(png).toString('base64')
  }
  const modules = Array.from({ length: code.size }, (_, at) => at)
  return modules.map((y) => modules.map((x) => Number(code.get(x, y))).join('')).join('\n')
}
