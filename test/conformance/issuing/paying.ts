import type { Owner, Fixture } from './fixture.ts'

/** The place of a payment, by its merchant category code. */
export const acceptor = (merchantType: string) => ({
  terminalIdentification: '10000001',
  merchantIdentification: 'a-shop',
  merchantType,
})

/** The responseCode of a debit of 1.00. */
export async function debited({ issuing }: Fixture, { cardNumber }: Owner, merchantType?: string): Promise<string> {
  const where = merchantType === undefined ? {} : { cardAcceptorParameters: acceptor(merchantType) }
  const { responseCode } = await issuing.debitCard({
    cardIdentification: { cardNumber },
    amount: 100,
    currency: 978,
    ...where,
  })
  return responseCode
}
