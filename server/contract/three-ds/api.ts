import * as z from 'zod/mini'
import { defineApi } from '#contract/operation.ts'
import { AReq, ARes, RReq, RRes } from './messages.ts'

/** The access server's operations for the 3DS server (the directory server between them is left out). */
export const accessServerApi = defineApi({
  cardRange: {
    summary: 'Ask which 3-D Secure a card number takes part in, and where its method page is',
    method: 'POST',
    path: '/3ds/card-range',
    encoding: 'json',
    request: z.object({ acctNumber: z.string() }),
    /** `protocol` 2 is EMV 3DS, 1 the older redirect, none is no enrolment. */
    response: z.object({
      protocol: z.enum(['2', '1', 'none']),
      threeDSMethodURL: z.optional(z.string()),
      /** Replaces the card number in a 3-D Secure 1 request, which passes through the browser. */
      acctID: z.optional(z.string()),
      acsUrl: z.optional(z.string()),
    }),
  },
  areq: {
    summary: 'Authenticate a payment (AReq, answered by ARes)',
    method: 'POST',
    path: '/3ds/areq',
    encoding: 'json',
    request: AReq,
    response: ARes,
  },
})

/** The 3DS server's operations for the access server. */
export const threeDsServerApi = defineApi({
  rreq: {
    summary: 'Report the result of a challenge (RReq, answered by RRes)',
    method: 'POST',
    path: '/3ds-server/rreq',
    encoding: 'json',
    request: RReq,
    response: RRes,
  },
})
