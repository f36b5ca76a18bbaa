import type { FastifyInstance } from 'fastify'
import { accessServerApi } from '#contract/three-ds/api.ts'
import { CReq, unpack, type AReq, type ARes } from '#contract/three-ds/messages.ts'
import type { Answer } from '#contract/operation.ts'
import { mount, type MountOptions } from '#router/mount.ts'
import { showOrEnd } from './answers.ts'
import { fieldOf, isWebAddress, sendGone } from './browser-form.ts'
import type { Challenges } from './challenges.ts'
import type { Ids, Purchase } from './dialogue.ts'
import { buildEnrolment, type Enrolled } from './enrolment.ts'
import type { MethodRan } from './method.ts'
import type { AcsContext } from './context.ts'
import { acctIdOf } from './three-ds-1.ts'
import { authenticationValue } from './results.ts'
import { decide } from './verdicts.ts'

/** Handles the 3DS server's requests, and the `creq` that the browser posts. */
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
    return { messageType: 'ARes', ...ids, ...verdict, ...extras(verdict.transStatus, options) }
  }

  mount(
    app,
    accessServerApi,
    {
      cardRange: async ({ acctNumber }) => rangeOf(await enrolled(acctNumber), options),
      areq: authenticate,
    },
    mountOptions,
  )

  app.post('/3ds/challenge', (request, reply) => {
    const creq = unpack(CReq, fieldOf(request, 'creq') ?? '')
    const dialogue = creq && challenges.findByKey(keyOf(creq))
    if (!dialogue) return sendGone(request, reply, options.switches.read().framing)
    const sessionData = fieldOf(request, 'threeDSSessionData')
    if (sessionData !== undefined) challenges.change(dialogue.id, { sessionData })
    return showOrEnd(reply, options, challenges, dialogue)
  })
}

function openChallenge(challenges: Challenges, areq: AReq, ids: Ids, { brand, phone }: Enrolled): void {
  const { notificationURL, threeDSServerURL } = areq
  const back = { protocol: '2', ids, areq: { notificationURL, threeDSServerURL } } as const
  challenges.open({
    key: keyOf(ids),
    transaction: ids.threeDSServerTransID,
    brand,
    phone,
    purchase: purchaseOf(areq),
    back,
  })
}

/** An invalid request gets the protocol's error: an Erro message with code 203 (format). */
const mountOptions: MountOptions<undefined> = {
  context: () => undefined,
  refuse: ({ field, rule }, _operation, reply) =>
    reply
      .code(400)
      .send({ messageType: 'Erro', errorComponent: 'A', errorCode: '203', errorDetail: `${field} ${rule}` }),
}

/** A creq opens a challenge only if both transaction ids match. */
const keyOf = (ids: Pick<Ids, 'threeDSServerTransID' | 'acsTransID'>): string =>
  `${ids.threeDSServerTransID} ${ids.acsTransID}`

const idsFor = ({ messageVersion, threeDSServerTransID }: AReq, { random }: AcsContext): Ids => ({
  messageVersion,
  threeDSServerTransID,
  acsTransID: random.uuid(),
  dsTransID: random.uuid(),
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
  if (status === 'C') return { acsURL: `${addresses().acs}/3ds/challenge` }
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
