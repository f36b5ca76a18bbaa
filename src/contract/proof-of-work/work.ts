/** A work is solved in parts, so that the time it takes varies less. */
export const PARTS = 8

/** The format of a work: how many zero bits each part's hash begins with, and what the proxy has signed. */
const shape = /^(\d{1,2})\.([\w-]+)\.([\w-]+)$/

const HARDEST = 24

export function readWork(work: string): { readonly bits: number; readonly signed: string } | undefined {
  const [, bits, text, mac] = shape.exec(work) ?? []
  if (bits === undefined || Number(bits) < 1 || Number(bits) > HARDEST) return undefined
  return { bits: Number(bits), signed: `${text}.${mac}` }
}
