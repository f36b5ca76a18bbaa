import type { Failure } from '../http/outages.ts'

/** That Redis cannot be used, told by its place and the reason, and without what it was asked. */
export const failureOf = (op: string, url: string, error: unknown): Failure => ({
  op,
  code: 'redis_unreachable',
  message: `Redis at ${placeOf(url)} cannot be used: ${causeOf(error)}.`,
})

function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 6379}`
}

/** A code, or the first word of what Redis says, such as WRONGPASS; the rest might quote what it was asked. */
function causeOf(error: unknown): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return code
  return /^[A-Z]{2,20}(?= )/.exec(String(message))?.[0] ?? 'the connection was closed'
}
