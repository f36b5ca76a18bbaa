import type { Context } from '../handlers.ts'
import type { Parts } from '../parts.ts'
import { bucketOf } from './address.ts'
import { anyDeclines, buildDeclines, type Declines } from './declines.ts'
import { buildHaste, noHaste, type Haste } from './haste.ts'
import { buildMarks, type Marks } from './marks.ts'
import { anyRatio, buildRatio, type Ratio } from './ratio.ts'
import { buildTries, type Tries } from './tries.ts'

/** What each limit counts. */
export interface Limiters {
  readonly marks: Marks
  readonly tries: Tries
  readonly haste: Haste
  readonly declines: Declines
  readonly ratio: Ratio
  /** What an address is counted under. */
  addressOf(context: Context): string
}

/** The limits as they are configured; one that is `none` counts nothing. */
export function limitersOf(parts: Parts): Limiters {
  const { limits, signingSecret } = parts.config
  const marks = buildMarks(signingSecret)
  return {
    marks,
    tries: buildTries(parts.tallies, limits.tries),
    haste: limits.hasteMs ? buildHaste(parts, limits.hasteMs) : noHaste,
    declines: limits.declines < Infinity ? buildDeclines(parts, limits.declines) : anyDeclines,
    ratio: limits.declinedPercent < Infinity ? buildRatio(parts, limits.declinedPercent) : anyRatio,
    addressOf: ({ visitor }) => marks.of('address', bucketOf(visitor.ip)),
  }
}
