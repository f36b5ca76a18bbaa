import { claimsOf } from './ticket-claims.ts'

/** Claims of the signature, and not of the order. */
const ofSignature: ReadonlySet<string> = new Set(['iat', 'nbf', 'exp', 'jti'])

/** Whether a ticket differs from another one only in when and how it was signed, as one of each rendering of a page does. */
export function isSignedAnew(ticket: string, before: string): boolean {
  const [claims, known] = [ticket, before].map(orderIn)
  return claims === known && claims !== '{}'
}

const orderIn = (ticket: string): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(claimsOf(ticket)).filter(([name]) => !ofSignature.has(name))),
    inOrder,
  )

/** A server may write the members of an object in another order each time. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
