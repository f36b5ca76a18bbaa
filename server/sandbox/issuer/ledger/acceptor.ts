import type { CardAcceptorParameters } from '#server-contract/issuing/blocks.ts'
import type { IssuerContext } from '../context.ts'
import type { Acceptor } from '../records.ts'

/** Characters of name, town and country in ISO 8583 field 43. */
const [NAME, CITY, COUNTRY] = [25, 13, 2]

/** Where a card operation is made, if sent; strict rules do not use it (card management 2.3). */
export const acceptorOfEvent = (
  { rules }: IssuerContext,
  response: CardAcceptorParameters | undefined,
): Acceptor | undefined => (rules() === 'full' ? acceptorOf(response) : undefined)

/** Where a payment is accepted, if sent; under strict rules too, since it pays a merchant. */
export const acceptorOf = (response: CardAcceptorParameters | undefined): Acceptor | undefined =>
  response && acceptorIn(response)

/** The acceptor that is stored with a transaction; a nameAndLocation of another length is only a name. */
function acceptorIn({ merchantIdentification, terminalIdentification, ...rest }: CardAcceptorParameters): Acceptor {
  const { merchantType, nameAndLocation = '' } = rest
  const known = { merchantId: merchantIdentification, terminalId: terminalIdentification, mcc: Number(merchantType) }
  if (nameAndLocation.length !== NAME + CITY + COUNTRY)
    return { ...known, ...(nameAndLocation && { name: nameAndLocation }) }
  const [name, city] = [nameAndLocation.slice(0, NAME).trim(), nameAndLocation.slice(NAME, NAME + CITY).trim()]
  return { ...known, name, city, country: nameAndLocation.slice(NAME + CITY) }
}
