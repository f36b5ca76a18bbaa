import { gatewayProfiles, type ProfileName } from '#gateway-client/profiles/profiles.ts'
import type { GatewayPaths, GatewayProfile, OperationName } from '#gateway-client/profiles/profile.ts'
import * as changes from './changes.ts'

/** How the sandbox answers as one kind of system. */
export interface Imitation extends GatewayPaths {
  readonly absent: readonly OperationName[]
  /** Codes of currencies that it answers, and takes, for those of ISO 4217. */
  readonly currencyAliases: GatewayProfile['currencyAliases']
  /** Media type of all answers to servers. */
  readonly mediaType: string
  /** Whether parameters may come in the address, or as multipart/form-data. */
  readonly takesOtherEncodings: boolean
  /** Whether baskets must be as the document describes them; elsewhere they may be as shops' modules send them. */
  readonly hasStrictBaskets?: true
  /** Fields of requests that it does not know, and ignores. */
  readonly ignores: readonly string[]
  readonly changes: readonly changes.Change[]
}

const json = 'application/json; charset=utf-8'

/** The sandbox as the two specifications describe it. */
const asSpecified = { mediaType: json, takesOtherEncodings: false, ignores: [], changes: [] } as const

export const imitations: Readonly<Record<ProfileName, Imitation>> = {
  current: { ...gatewayProfiles.current, ...asSpecified },
  specification: { ...gatewayProfiles.specification, ...asSpecified, hasStrictBaskets: true },
  rouble: {
    ...gatewayProfiles.rouble,
    path: '/ab',
    mediaType: json,
    takesOtherEncodings: true,
    ignores: [],
    changes: [changes.codesAsNumbers, changes.roubleAs810, changes.otherTypes, changes.expirationAsText],
  },
  legacy: {
    ...gatewayProfiles.legacy,
    mediaType: 'text/plain; charset=utf-8',
    takesOtherEncodings: true,
    ignores: ['externalRefundId', 'expectedDepositedAmount'],
    changes: [
      changes.codesAsText,
      changes.versionAsText,
      changes.otherSpellings,
      changes.withoutRefunds,
      changes.withoutCategories,
      changes.roubleAs810,
      changes.withoutExpiration,
    ],
  },
  cards: {
    ...gatewayProfiles.cards,
    mediaType: json,
    takesOtherEncodings: true,
    ignores: [],
    changes: [changes.withoutVersion, changes.longStatus],
  },
}
