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

/** What all hashed texts of a work begin with: short, so that each of them is one block of SHA-256. */
export async function seedOf(work: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(work)))
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
