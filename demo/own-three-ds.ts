import type { FastifyInstance } from 'fastify'
import type { Random } from '#contract/ports.ts'
import { accessServerApi, threeDsServerApi } from '#server-contract/three-ds/api.ts'
import {
  pack,
  type AReq,
  type ARes,
  type CReq,
  type MethodData,
  type RReq,
} from '#server-contract/three-ds/messages.ts'
import { client, type Fetch } from '#contract/wire/client.ts'
import { maskPan } from '#ports/mask.ts'
import { mount } from '#router/mount.ts'
import type * as z from 'zod/mini'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { SHOP_NAME } from './addresses.ts'
import type { Authenticate, AuthenticationAnswer, PaymentToAuthenticate } from '../server/index.ts'

/** What the merchant's 3-D Secure server of the demo needs. */
export interface OwnThreeDsOptions {
  /** Base addresses without a trailing slash; read at each use. */
  readonly addresses: () => { readonly acs: string; readonly shop: string }
  readonly random: Pick<Random, 'uuid'>
  readonly fetch: Fetch
  /** The cards whose numbers the merchant has in a vault of its own, where the gateway has stored them. */
  readonly cards: readonly TestCard[]
}

/** A merchant's own 3-D Secure server. */
export interface OwnThreeDs {
  readonly authenticate: Authenticate
  /** Serves the address to which the access server sends the results of challenges. */
  serve(app: FastifyInstance): void
}

const VERSION = '2.2.0'

/**
 * A 3-D Secure server that asks the sandbox's access server, as one of a provider asks that of the issuer: about the
 * method page of a card's range, by an AReq, and for the result of a challenge. Cards without 3-D Secure 2 are left to
 * the gateway.
 */
export function buildOwnThreeDs({ addresses, random, fetch, cards }: OwnThreeDsOptions): OwnThreeDs {
  const vault = new Map(cards.map(({ pan }) => [maskPan(pan), pan]))
  const ares = new Map<string, ARes>()
  const results = new Map<string, Omit<RReq, 'messageType'>>()
  const acs = () => client(accessServerApi, addresses().acs, fetch)

  async function begin(payment: PaymentToAuthenticate, acctNumber: string): Promise<AuthenticationAnswer> {
    const { protocol, threeDSMethodURL } = await acs().cardRange({ acctNumber })
    if (protocol !== '2') return undefined
    const transactionId = random.uuid()
    if (!threeDSMethodURL) return request(payment, acctNumber, transactionId, 'U')
    const data = {
      threeDSServerTransID: transactionId,
      threeDSMethodNotificationURL: payment.methodNotificationUrl,
    } satisfies z.infer<typeof MethodData>
    return { kind: 'method', transactionId, threeDSMethodURL, threeDSMethodData: pack(data) }
  }

  async function request(
    payment: PaymentToAuthenticate,
    acctNumber: string,
    transactionId: string,
    threeDSCompInd: AReq['threeDSCompInd'],
  ): Promise<AuthenticationAnswer> {
    const answer = await acs().areq({
      messageType: 'AReq',
      messageVersion: VERSION,
      threeDSServerTransID: transactionId,
      threeDSServerURL: addresses().shop + threeDsServerApi.rreq.path,
      acctNumber,
      cardExpiryDate: payment.card.expiry?.slice(2),
      purchaseAmount: String(payment.amount),
      purchaseCurrency: payment.currency,
      purchaseExponent: '2',
      merchantName: SHOP_NAME,
      notificationURL: payment.challengeNotificationUrl,
      threeDSCompInd,
      browserLanguage: payment.browser?.browserLanguage,
      browserIP: payment.browser?.browserIpAddress,
      browserUserAgent: payment.browser?.userAgent,
    })
    ares.set(transactionId, answer)
    if (answer.transStatus === 'C') return challenge(answer)
    return resultOf(answer, answer.dsTransID, answer.transStatus === 'A' ? '5' : '4')
  }

  return {
    async authenticate(payment) {
      const { ended, card } = payment
      if (ended?.kind === 'challenge') return endOf(ended.transactionId)
      const acctNumber = card.pan ?? vault.get(card.maskedPan ?? '')
      if (acctNumber === undefined) return undefined
      if (!ended) return begin(payment, acctNumber)
      return request(payment, acctNumber, ended.transactionId, ended.isCompleted ? 'Y' : 'N')
    },
    serve(app) {
      mount(
        app,
        threeDsServerApi,
        {
          rreq({ messageType: _, ...rreq }) {
            const { threeDSServerTransID, acsTransID, dsTransID, messageVersion } = rreq
            const isKnown = ares.get(threeDSServerTransID)?.acsTransID === acsTransID
            if (isKnown) results.set(threeDSServerTransID, rreq)
            const ids = { threeDSServerTransID, acsTransID, dsTransID, messageVersion }
            return { messageType: 'RRes' as const, ...ids, resultsStatus: isKnown ? ('01' as const) : ('02' as const) }
          },
        },
        { context: () => undefined, refuse: ({ field, rule }) => reject(`${field} ${rule}`) },
      )
    },
  }

  /** Decided by the RReq: what the browser brings back may be forged. */
  function endOf(transactionId: string): AuthenticationAnswer {
    const result = results.get(transactionId)
    return result ? resultOf(result, result.dsTransID, '3') : { kind: 'refused' }
  }
}

function challenge({ threeDSServerTransID, acsTransID, messageVersion, acsURL = '' }: ARes): AuthenticationAnswer {
  const ids = { threeDSServerTransID, acsTransID, messageVersion }
  const creq: CReq = { messageType: 'CReq', ...ids, challengeWindowSize: '05' }
  return { kind: 'challenge', transactionId: threeDSServerTransID, acsUrl: acsURL, creq: pack(creq) }
}

/** ECI of a payment without authentication, where the access server names none. */
const NONE = '07'

const resultOf = (
  { transStatus, eci = NONE, authenticationValue }: Pick<ARes, 'transStatus' | 'eci' | 'authenticationValue'>,
  dsTransID: string,
  threeDsType: string,
): AuthenticationAnswer => ({
  kind: 'done',
  transStatus,
  eci,
  ...(authenticationValue !== undefined && { authenticationValue, dsTransID, messageVersion: VERSION, threeDsType }),
})

function reject(problem: string): never {
  throw new Error(problem)
}
