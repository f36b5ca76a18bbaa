import { isVisitable } from '#browser/visitable.ts'

/** Returns an address that a frame may load, and throws on any other. */
export function frameable(address: string): string {
  const url = new URL(address)
  if (isVisitable(url)) return url.href
  throw new Error(`A frame may not be sent to ${url.protocol} addresses here.`)
}
