import type { Answer } from '#contract/operation.ts'
import { accessServerApi } from '#contract/three-ds/api.ts'
import type { AReq, ARes } from '#contract/three-ds/messages.ts'
import { client } from '#contract/wire/client.ts'
import { maskPan } from '#ports/mask.ts'
import type { GatewayContext } from '../context.ts'

export type CardRange = Answer<typeof accessServerApi.cardRange>

/** Asks which 3-D Secure a card takes part in; `undefined` when the access server gives no answer. */
export const askRange = (context: GatewayContext, order: string, pan: string): Promise<CardRange | undefined> =>
  ask(
    context,
    { what: 'card-range', order, detail: maskPan(pan) },
    (acs) => acs.cardRange({ acctNumber: pan }),
    ({ protocol }) => (protocol === 'none' ? 'not enrolled' : `3-D Secure ${protocol}`),
  )

/** Sends an AReq; `undefined` when the access server gives no answer. */
export const sendAReq = (context: GatewayContext, order: string, areq: AReq): Promise<ARes | undefined> =>
  ask(
    context,
    { what: 'AReq', order, detail: `threeDSCompInd ${areq.threeDSCompInd}` },
    (acs) => acs.areq(areq),
    ({ transStatus }) => `ARes, transStatus ${transStatus}`,
  )

async function ask<T>(
  { journal, addresses, carry }: GatewayContext,
  said: { readonly what: string; readonly order: string; readonly detail: string },
  asked: (acs: ReturnType<typeof client<typeof accessServerApi>>) => Promise<T>,
  told: (answer: T) => string,
): Promise<T | undefined> {
  const answered = (detail: string) => journal.note({ ...said, from: 'ACS', to: '3DS server', detail })
  journal.note({ ...said, from: '3DS server', to: 'ACS' })
  try {
    const answer = await asked(client(accessServerApi, addresses().acs, carry))
    answered(told(answer))
    return answer
  } catch {
    answered('no answer')
    return undefined
  }
}
