import { gatewayApi } from '#server-contract/gateway/api.ts'
import { gatewayProfiles, type ProfileName } from '#gateway-client/profiles/profiles.ts'
import type { GatewayProfile } from '#gateway-client/profiles/profile.ts'
import * as changes from './changes.ts'

/** How the sandbox answers as one kind of system. */
export interface Imitation extends GatewayProfile {
  /** Media type of all answers to servers. */
  readonly mediaType: string
  /** Whether parameters may come in the address, or as multipart/form-data. */
  readonly takesOtherEncodings: boolean
  /** Whether baskets must be as the document describes them; elsewhere they may be as shops' modules send them. */
  readonly hasStrictBaskets?: true
  /** Fields of requests that it does not know, and ignores. */
  readonly ignores: readonly string[]
  readonly changes: readonly changes.Change[]
  /** Fields without which it refuses a registration. */
  readonly demands?: readonly (readonly [field: string, parameter?: string])[]
  /** The smallest amount that it registers. */
  readonly leastAmount?: number
  /** HTTP statuses of what it refuses, where that is not 200. */
  readonly statuses?: { readonly credentials: number; readonly registration?: number }
  /** Milliseconds after which it cancels a payment that was not acknowledged. */
  readonly acknowledgeWithin?: number
  /** Other paths of operations, with the specification's. */
  readonly otherPaths?: Readonly<Record<string, string>>
}

const json = 'application/json; charset=utf-8'

/** The sandbox as the two specifications describe it. */
const asSpecified = { mediaType: json, takesOtherEncodings: false, ignores: [], changes: [] } as const

/** As the public clients of a bank find it, as far as they differ from its documents. */
const asClientsFind = {
  mediaType: json,
  takesOtherEncodings: true,
  ignores: [],
  changes: [changes.codesAsText],
} as const

const UNAUTHORIZED = { credentials: 401 } as const

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
  satim: {
    ...gatewayProfiles.satim,
    ...asClientsFind,
    changes: [changes.codesAsNumbers, changes.withoutDeclinedStatus],
    demands: [['language'], ['jsonParams', 'force_terminal_id'], ['jsonParams', 'udf1']],
    leastAmount: 5000,
    acknowledgeWithin: 300_000,
    otherPaths: { '/payment/rest/confirmOrder.do': gatewayApi.acknowledge.path },
  },
  jcc: { ...gatewayProfiles.jcc, ...asClientsFind, changes: [changes.codesAsNumbers, changes.withoutCategories] },
  'bt-ipay': {
    ...gatewayProfiles['bt-ipay'],
    ...asClientsFind,
    demands: [['orderBundle']],
    statuses: { credentials: 401, registration: 400 },
  },
  arca: { ...gatewayProfiles.arca, ...asClientsFind },
  clictopay: { ...gatewayProfiles.clictopay, ...asClientsFind },
  bomapay: { ...gatewayProfiles.bomapay, ...asClientsFind, changes: [changes.codesAsNumbers], statuses: UNAUTHORIZED },
  khan: { ...gatewayProfiles.khan, ...asClientsFind, statuses: UNAUTHORIZED },
  vbrr: { ...gatewayProfiles.vbrr, ...asClientsFind, statuses: UNAUTHORIZED },
  mts: { ...gatewayProfiles.mts, ...asClientsFind, statuses: UNAUTHORIZED },
  yookassa: { ...gatewayProfiles.yookassa, ...asClientsFind },
  'sber-ecomm': {
    ...gatewayProfiles['sber-ecomm'],
    ...asClientsFind,
    changes: [changes.attributesAsObject],
  },
  alfa: { ...gatewayProfiles.alfa, ...asClientsFind, changes: [changes.codesAsText, changes.otherTypes] },
}
