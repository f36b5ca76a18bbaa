/** A work is solved in parts, so that luck decides less of how long it takes. */
export const PARTS = 8

/** A work as the proxy names it: the zero bits that each part's hash begins with, and what the proxy has signed. */
const shape = /^(\d{1,2})\.([\w-]+)\.([\w-]+)$/

const HARDEST = 24

export function readWork(work: string): { readonly bits: number; readonly signed: string } | undefined {
  const [, bits, text, mac] = shape.exec(work) ?? []
  if (bits === undefined || Number(bits) < 1 || Number(bits) > HARDEST) return undefined
  return { bits: Number(bits), signed: `${text}.${mac}` }
}
