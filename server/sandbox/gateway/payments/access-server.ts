import type { Answer } from '#contract/operation.ts'
import { accessServerApi } from '#server-contract/three-ds/api.ts'
import type { AReq, ARes } from '#server-contract/three-ds/messages.ts'
import { client } from '#contract/wire/client.ts'
import { maskPan } from '#ports/mask.ts'
import type { GatewayContext } from '../context.ts'

export type CardRange = Answer<typeof accessServerApi.cardRange>

/** Asks which version of 3-D Secure a card is enrolled in; `undefined` when the access server gives no answer. */
export const askRange = (
  context: GatewayContext,
  order: string | undefined,
  pan: string,
): Promise<CardRange | undefined> =>
  ask(
    context,
    { what: 'card-range', ...(order !== undefined && { order }), detail: maskPan(pan) },
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
  { journal, addresses, fetch }: GatewayContext,
  message: { readonly what: string; readonly order?: string; readonly detail: string },
  request: (acs: ReturnType<typeof client<typeof accessServerApi>>) => Promise<T>,
  response: (answer: T) => string,
): Promise<T | undefined> {
  const answered = (detail: string) => journal.note({ ...message, from: 'ACS', to: '3DS server', detail })
  journal.note({ ...message, from: '3DS server', to: 'ACS' })
  try {
    const answer = await request(client(accessServerApi, addresses().acs, fetch))
    answered(response(answer))
    return answer
  } catch {
    answered('no answer')
    return undefined
  }
}
