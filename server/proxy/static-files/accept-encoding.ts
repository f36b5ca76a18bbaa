import type { Coding } from './encoded-file.ts'

/**
 * The available coding that an Accept-Encoding header prefers (RFC 9110, 12.5.3), the first of equals; `undefined` is
 * the uncompressed file, which is also sent to a client that accepts nothing.
 *
 * @example
 * chooseCoding('gzip;q=0.5, br', ['br', 'gzip']) // 'br'
 */
export function chooseCoding(accepted: string | undefined, available: readonly Coding[]): Coding | undefined {
  const weights = weightsIn(accepted ?? '')
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = available.toSorted((one, other) => weightOf(other) - weightOf(one))
  if (best === undefined || weightOf(best) === 0) return undefined
  return weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

const weightsIn = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((element) => {
      const [coding = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase())
      return [coding, weightIn(parameters)]
    }),
  )

/** An invalid weight counts as 0. */
function weightIn(parameters: readonly string[]): number {
  const [, weight] = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=') ?? []
  if (weight === undefined) return 1
  return /^\s*(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}
