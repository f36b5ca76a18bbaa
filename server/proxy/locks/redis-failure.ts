import type { Failure } from '../http/outages.ts'

/** A failure to use Redis, with its address and the reason, but without the command. */
export const failureOf = (op: string, url: string, error: unknown): Failure => ({
  op,
  code: 'redis_unreachable',
  message: `Redis at ${placeOf(url)} cannot be used: ${causeOf(error)}.`,
})

function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 6379}`
}

/** A code, or the first word of Redis's error, such as WRONGPASS; the rest might quote the command. */
function causeOf(error: unknown): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return code
  return /^[A-Z]{2,20}(?= )/.exec(String(message))?.[0] ?? 'the connection was closed'
}
