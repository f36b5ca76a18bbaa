import type { Random } from '#contract/ports.ts'
import type { Redirect } from '#contract/wire/redirect-page.ts'
import { threeDsServerApi } from '#server-contract/three-ds/api.ts'
import { pack, type CRes, type RReq } from '#server-contract/three-ds/messages.ts'
import { client } from '#contract/wire/client.ts'
import { maskPan } from '#ports/mask.ts'
import { indicatorsOf } from '#sandbox/cards/eci.ts'
import type { Outcome } from './challenge.ts'
import type { Dialogue, Ids, ReturnPath } from './dialogue.ts'
import type { AcsContext } from './context.ts'

/** The cryptogram that proves an authentication: Base64 of 20 bytes, 28 characters. */
export const authenticationValue = (random: Random): string => Buffer.from(random.bytes(20)).toString('base64')

/** authenticationType of a one-time code: dynamic. */
export const ONE_TIME_CODE = '02'

/** Category of a payment, which an AReq that names none is for. */
const PAYMENT = '01'

/** Ends a 3DS 2 challenge: sends the RReq to the 3DS server first, then the CRes through the browser. */
export async function finishWithRReq(
  options: AcsContext,
  dialogue: Dialogue,
  { ids, areq }: ReturnPath & { readonly protocol: '2' },
  outcome: Outcome,
): Promise<Redirect> {
  const result = resultOf(outcome, dialogue, options.random)
  const { messageCategory = PAYMENT } = areq
  await sendRReq(options, dialogue, areq.threeDSServerURL, { messageType: 'RReq', ...ids, messageCategory, ...result })
  const { messageVersion, threeDSServerTransID, acsTransID } = ids
  const transStatus = outcome === 'confirmed' ? 'Y' : 'N'
  const cres: CRes = {
    messageType: 'CRes',
    messageVersion,
    threeDSServerTransID,
    acsTransID,
    transStatus,
    challengeCompletionInd: 'Y',
  }
  const { sessionData } = dialogue
  return {
    action: areq.notificationURL,
    fields: { cres: pack(cres), ...(sessionData !== undefined && { threeDSSessionData: sessionData }) },
  }
}

type Result = Omit<RReq, 'messageType' | 'messageCategory' | keyof Ids>

function resultOf(outcome: Outcome, { challenge, shown, brand }: Dialogue, random: Random): Result {
  const common = { interactionCounter: twoDigits(challenge.interactions), authenticationType: ONE_TIME_CODE }
  if (outcome !== 'confirmed')
    return { ...common, transStatus: 'N', ...(outcome === 'timed-out' ? timedOut(shown) : failures[outcome]) }
  return {
    ...common,
    transStatus: 'Y',
    eci: indicatorsOf(brand).full,
    authenticationValue: authenticationValue(random),
  }
}

/** The protocol counts to 99. */
const twoDigits = (count: number): string => String(Math.min(count, 99)).padStart(2, '0')

type Failure = Pick<RReq, 'transStatusReason' | 'challengeCancel'>

const CARD_AUTHENTICATION_FAILED = '01'

const failures: Readonly<Record<'failed' | 'cancelled', Failure>> = {
  failed: { transStatusReason: CARD_AUTHENTICATION_FAILED },
  cancelled: { transStatusReason: CARD_AUTHENTICATION_FAILED, challengeCancel: '01' },
}

/** Reason 14 means a timeout; challengeCancel 05 means that no CReq was received, 04 any other timeout. */
const timedOut = (shown: boolean): Failure => ({ transStatusReason: '14', challengeCancel: shown ? '04' : '05' })

/** A failed RReq must not block the browser: the CRes is only a hint, and the 3DS server knows that it got no RReq. */
async function sendRReq(
  { fetch, journal }: AcsContext,
  { purchase }: Dialogue,
  url: string,
  rreq: RReq,
): Promise<void> {
  const response = [
    rreq.transStatus,
    rreq.eci && `eci ${rreq.eci}`,
    rreq.challengeCancel && `cancel ${rreq.challengeCancel}`,
  ]
  journal.note({
    from: 'ACS',
    to: '3DS server',
    what: 'RReq',
    detail: [...response, maskPan(purchase.pan)].filter(Boolean).join(', '),
  })
  try {
    await client(threeDsServerApi, baseOf(url), fetch).rreq(rreq)
  } catch {
    journal.note({ from: '3DS server', to: 'ACS', what: 'RRes', detail: 'no answer' })
  }
}

/** In EMV 3DS, threeDSServerURL is the full address of the RReq; a base address without the path is accepted too. */
const baseOf = (url: string): string => {
  const { path } = threeDsServerApi.rreq
  return url.endsWith(path) ? url.slice(0, -path.length) : url.replace(/\/$/, '')
}
