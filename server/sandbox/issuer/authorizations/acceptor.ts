import type { CardAcceptorParameters } from '#contract/issuing/blocks.ts'
import type { IssuerContext } from '../context.ts'
import type { Acceptor } from '../rows.ts'

/** Characters of name, town and country in ISO 8583 field 43. */
const [NAME, CITY, COUNTRY] = [25, 13, 2]

/** Where a card is managed, if that is told; strict rules do not use it on card operations (card management 2.3). */
export const acceptorOfEvent = (
  { rules }: IssuerContext,
  response: CardAcceptorParameters | undefined,
): Acceptor | undefined => (rules() === 'full' ? acceptorOf(response) : undefined)

/** Where a payment is accepted, if that is told: under strict rules too, as it is money of a merchant's. */
export const acceptorOf = (response: CardAcceptorParameters | undefined): Acceptor | undefined =>
  response && acceptorIn(response)

/** What a transaction remembers of where it was accepted; a nameAndLocation of another length is all name. */
function acceptorIn({ merchantIdentification, terminalIdentification, ...rest }: CardAcceptorParameters): Acceptor {
  const { merchantType, nameAndLocation = '' } = rest
  const known = { merchantId: merchantIdentification, terminalId: terminalIdentification, mcc: Number(merchantType) }
  if (nameAndLocation.length !== NAME + CITY + COUNTRY)
    return { ...known, ...(nameAndLocation && { name: nameAndLocation }) }
  const [name, city] = [nameAndLocation.slice(0, NAME).trim(), nameAndLocation.slice(NAME, NAME + CITY).trim()]
  return { ...known, name, city, country: nameAndLocation.slice(NAME + CITY) }
}
