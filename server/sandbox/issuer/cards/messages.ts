import { maskOf, SHOWN_FIRST, SHOWN_LAST } from '../card-mask.ts'
import { Declined } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import type { Card } from '../records.ts'

/** Sends a text message. Declines with 92 where there is no phone. */
export function sendTo({ phones }: IssuerContext, phone: string | undefined, text: string): void {
  if (phone === undefined)
    throw new Declined('92', 'deliveryMethod needs a phone: the card has none, and no phoneNumber is given')
  phones.send(phone, text)
}

/** HALF_AND_HALF (card management 4.4): sends the CVC2, and the digits that the mask in the answer hides. */
export function sendHalf(
  context: IssuerContext,
  { pan, phone }: Pick<Card, 'pan' | 'phone'>,
  cvc2: string,
  to = phone,
): void {
  const hidden = pan.slice(SHOWN_FIRST, -SHOWN_LAST)
  sendTo(context, to, `The digits that ${maskOf(pan)} hides: ${hidden}, CVC2: ${cvc2}`)
}
