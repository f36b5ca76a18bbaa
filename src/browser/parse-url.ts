/** The address, or `undefined` for what is none; the oldest supported browsers lack `URL.canParse` and `URL.parse`. */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
