const loopback = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether an address is on this machine, where http is as secure as https. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname)

/** An address in which all parsers find the same host; `https:host` may also be read as a relative path. */
const plain = /^https?:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu

/** Whether a browser may be sent there: https anywhere, http only where `http` is allowed and on this machine. */
export function isSafe(address: string, http: boolean): boolean {
  const url = plain.test(address) && URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && http && isLoopback(url))
}

/** An exact origin, https or on loopback http; `undefined` for any other text. */
export function originIn(text: string): string | undefined {
  if (!isSafe(text, true)) return undefined
  const { origin, host } = new URL(text)
  // The URL parser accepts `*` and `;` in a host name, but they have a meaning in a content security policy.
  if (!/^[a-z0-9.:[\]-]+$/.test(host)) return undefined
  return text.toLowerCase() === origin || text.toLowerCase() === `${origin}/` ? origin : undefined
}
