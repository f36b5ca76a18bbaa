import type { Coding } from './encoded-file.ts'

/**
 * The coding of those available that an Accept-Encoding header wants most (RFC 9110, 12.5.3), the first of equals;
 * `undefined` is the file as it is, which is also sent to a client that accepts nothing.
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

/** A weight that cannot be read accepts nothing. */
function weightIn(parameters: readonly string[]): number {
  const [, weight] = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=') ?? []
  if (weight === undefined) return 1
  return /^\s*(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}
