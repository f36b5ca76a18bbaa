import { parseUrl } from '#bridge/parse-url.ts'
import { isVisitable } from '#bridge/visitable.ts'

/** Whether the page may navigate to an address. */
export function mayVisit(address: string): boolean {
  const url = parseUrl(address)
  return url !== undefined && isVisitable(url)
}
