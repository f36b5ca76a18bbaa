import { errors, UnsecuredJWT, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { LEEWAY, requireStandardClaims } from '#proxy/tickets/standard-claims.ts'
import { TicketRefused } from '#proxy/tickets/ticket-refused.ts'

const NOW = 1_900_000_000
const AUDIENCE = 'pay.shop.example'

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What jose says of claims: nothing, that they have expired, or the claim that is invalid. */
function byJose(claims: object, audience: string | undefined): string | undefined {
  const options = { clockTolerance: LEEWAY, currentDate: new Date(NOW * 1000), ...(audience && { audience }) }
  try {
    UnsecuredJWT.decode(`${encoded({ alg: 'none' })}.${encoded(claims)}.`, options)
    return undefined
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired'
    if (error instanceof errors.JWTClaimValidationFailed) return error.claim
    throw error
  }
}

/** The same of the proxy. */
function byProxy(claims: object, audience: string | undefined): string | undefined {
  try {
    requireStandardClaims(JSON.parse(JSON.stringify(claims)) as JWTPayload, NOW, audience)
    return undefined
  } catch (error) {
    if (!(error instanceof TicketRefused)) throw error
    return error.code === 'ticket_expired' ? 'expired' : error.field
  }
}

const around = [-LEEWAY - 1, -LEEWAY, -LEEWAY + 1, 0, LEEWAY - 1, LEEWAY, LEEWAY + 1].map((offset) => NOW + offset)
const times = [undefined, 'soon', null, true, NOW + 0.5, ...around]
const audiences = [undefined, AUDIENCE, 'other', '', [AUDIENCE], ['other'], ['other', AUDIENCE], [], 7, {}]

test('claims are checked as jose checks them, and the same one is named', () => {
  const verdicts = new Set<string | undefined>()
  for (const exp of times)
    for (const nbf of times)
      for (const iat of [undefined, 'soon', NOW, NOW + 9999])
        for (const aud of audiences)
          for (const audience of [undefined, AUDIENCE]) {
            const claims = { exp, nbf, iat, aud }
            const verdict = byProxy(claims, audience)
            if (verdict !== byJose(claims, audience))
              expect([claims, audience, verdict]).toEqual([claims, audience, byJose(claims, audience)])
            verdicts.add(verdict)
          }
  expect(verdicts).toEqual(new Set([undefined, 'expired', 'exp', 'nbf', 'iat', 'aud']))
})
