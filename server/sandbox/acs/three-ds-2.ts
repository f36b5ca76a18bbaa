import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redirect } from '#contract/wire/redirect-page.ts'
import { accessServerApi } from '#server-contract/three-ds/api.ts'
import { CReq, pack, unpack, type AReq, type ARes } from '#server-contract/three-ds/messages.ts'
import type { Answer } from '#contract/operation.ts'
import { sendRedirect } from '#router/redirect-page.ts'
import { ACS_OPERATOR, ACS_REFERENCE, DS_REFERENCE } from '#sandbox/three-ds-2/reference-numbers.ts'
import { erroFor, MessageRefused, serveMessages } from '#sandbox/three-ds-2/serve-messages.ts'
import { showOrEnd } from './answers.ts'
import { fieldOf, isWebAddress, sendGone } from './browser-form.ts'
import type { Challenges } from './challenges.ts'
import type { Dialogue, Ids, Purchase } from './dialogue.ts'
import { buildEnrolment, type Enrolled } from './enrolment.ts'
import type { MethodRan } from './method.ts'
import type { AcsContext } from './context.ts'
import { acctIdOf } from './three-ds-1.ts'
import { authenticationValue, ONE_TIME_CODE } from './results.ts'
import { decide } from './verdicts.ts'

/**
 * Handles the 3DS server's requests, and the `creq` that the browser posts. Sets the error handler of `app`, so that it
 * should have no other routes.
 */
export function mountThreeDs2(
  app: FastifyInstance,
  options: AcsContext,
  challenges: Challenges,
  methodRan: MethodRan,
): void {
  const enrolled = buildEnrolment(options)

  async function authenticate(areq: AReq): Promise<ARes> {
    const card = await enrolled(areq.acctNumber)
    const ids = idsFor(areq, options)
    const verdict = decide(isWebAddress(areq.notificationURL) ? card : undefined)
    noteMethod(areq, methodRan(areq.threeDSServerTransID), options)
    if (card && verdict.transStatus === 'C') openChallenge(challenges, areq, ids, card)
    return {
      messageType: 'ARes',
      ...ids,
      acsReferenceNumber: ACS_REFERENCE,
      acsOperatorID: ACS_OPERATOR,
      dsReferenceNumber: areq.dsReferenceNumber ?? DS_REFERENCE,
      ...verdict,
      ...extras(verdict.transStatus, options),
    }
  }

  const handlers = {
    cardRange: async ({ acctNumber }: { acctNumber: string }) => rangeOf(await enrolled(acctNumber), options),
    areq: authenticate,
  }
  serveMessages(app, accessServerApi, handlers, 'A')

  app.post('/3ds/challenge', (request, reply) => {
    const creq = unpack(CReq, fieldOf(request, 'creq') ?? '')
    const dialogue = creq && challenges.findByKey(challengeKey(creq))
    if (!dialogue) return sendGone(request, reply, options.switches.read().framing)
    const refused = refusedCReq(creq, dialogue, request)
    if (refused) return sendRedirect(reply, refused)
    const sessionData = fieldOf(request, 'threeDSSessionData')
    if (sessionData !== undefined) challenges.change(dialogue.id, { sessionData })
    return showOrEnd(reply, options, challenges, dialogue)
  })
}

function openChallenge(challenges: Challenges, areq: AReq, ids: Ids, { brand, phone }: Enrolled): void {
  const { notificationURL, threeDSServerURL, messageCategory } = areq
  const back = { protocol: '2', ids, areq: { notificationURL, threeDSServerURL, messageCategory } } as const
  challenges.open({
    key: challengeKey(ids),
    transaction: ids.threeDSServerTransID,
    brand,
    phone,
    purchase: purchaseOf(areq),
    back,
  })
}

/** A CReq of another version than the AReq's is answered with an Erro, which the browser carries as the CRes. */
function refusedCReq(creq: CReq, { back }: Dialogue, request: FastifyRequest): Redirect | undefined {
  if (back.protocol !== '2' || creq.messageVersion === back.ids.messageVersion) return undefined
  const erro = erroFor(new MessageRefused('102', back.ids.messageVersion), 'A', creq)
  const sessionData = fieldOf(request, 'threeDSSessionData')
  return {
    action: back.areq.notificationURL,
    fields: { cres: pack(erro), ...(sessionData !== undefined && { threeDSSessionData: sessionData }) },
  }
}

/** A creq opens a challenge only if both transaction ids match. */
const challengeKey = (ids: Pick<Ids, 'threeDSServerTransID' | 'acsTransID'>): string =>
  `${ids.threeDSServerTransID} ${ids.acsTransID}`

/** The directory server's transaction id is kept; the access server makes one for a message that came here directly. */
const idsFor = ({ messageVersion, threeDSServerTransID, dsTransID }: AReq, { random }: AcsContext): Ids => ({
  messageVersion,
  threeDSServerTransID,
  acsTransID: random.uuid(),
  dsTransID: dsTransID ?? random.uuid(),
})

const purchaseOf = (areq: AReq): Purchase => ({
  pan: areq.acctNumber,
  merchantName: areq.merchantName,
  amount: Number(areq.purchaseAmount),
  currency: areq.purchaseCurrency,
  exponent: Number(areq.purchaseExponent),
  language: areq.browserLanguage ?? 'en',
})

function extras(status: ARes['transStatus'], { random, addresses }: AcsContext): Partial<ARes> {
  if (status === 'C')
    return {
      acsURL: `${addresses().acs}/3ds/challenge`,
      acsChallengeMandated: 'Y',
      authenticationType: ONE_TIME_CODE,
    }
  return status === 'Y' || status === 'A' ? { authenticationValue: authenticationValue(random) } : {}
}

function rangeOf(
  card: Enrolled | undefined,
  { addresses, paResKey }: AcsContext,
): Answer<(typeof accessServerApi)['cardRange']> {
  const { acs } = addresses()
  if (!card || card.threeDs === 'none') return { protocol: 'none' }
  if (card.threeDs === 'redirect')
    return { protocol: '1', acsUrl: `${acs}/3ds1/pareq`, acctID: acctIdOf(card.pan, paResKey) }
  return { protocol: '2', ...(card.method && { threeDSMethodURL: `${acs}/3ds/method` }) }
}

/** Records in the timeline that the 3DS server claims a method page that was never opened here. */
function noteMethod({ threeDSCompInd }: AReq, ran: boolean, { journal }: AcsContext): void {
  if (threeDSCompInd === 'Y' && !ran)
    journal.note({ from: 'ACS', to: '3DS server', what: 'AReq', detail: 'claims a method page that did not run' })
}
