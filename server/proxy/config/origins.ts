const loopback = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether an address is on this very machine, where http is as good as https. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname)

/** Written so that every parser sees the same host in it, wherever it stands: `https:host` is one, or a path beside us. */
const plain = /^https?:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu

/** Whether a browser may be sent there: https anywhere, http only where `http` is allowed and on this machine. */
export function isSafe(address: string, http: boolean): boolean {
  const url = plain.test(address) && URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && http && isLoopback(url))
}

/** An exact origin, https or on loopback http; `undefined` when the text is anything more or less. */
export function originIn(text: string): string | undefined {
  if (!isSafe(text, true)) return undefined
  const { origin, host } = new URL(text)
  // The URL parser takes `*` and `;` for parts of a name; a content security policy takes them for more.
  if (!/^[a-z0-9.:[\]-]+$/.test(host)) return undefined
  return text.toLowerCase() === origin || text.toLowerCase() === `${origin}/` ? origin : undefined
}
