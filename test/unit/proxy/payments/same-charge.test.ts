import { describe, expect, test } from 'vitest'
import { newClient, stored } from '../../../conformance/gateway/stored-cards.ts'
import { openBank, penniless, plain } from '../merchant/bank.ts'

const terms = { orderNumber: 'S-1', amount: 50_000, currency: '933' }
const mismatch = (field: string) => ({ status: 409, code: 'order_mismatch', field })

/** A merchant with two clients, each with a card of both kinds, and a charge of each way for them. */
async function openShop() {
  const bank = await openBank(async () => ({ TENDER_PLAIN_CARDS: 'allowed' }))
  const { fixture } = bank
  const clientOf = async () => {
    const clientId = newClient()
    const [bindingId, recurrent] = [await stored(fixture, clientId), await stored(fixture, clientId, { type: 'R' })]
    return { clientId, bindingId, recurrent }
  }
  const [jane, john] = [await clientOf(), await clientOf()]
  const pan = ({ pan, expiry }: typeof plain) => ({ pan, expiry, cvc: '123', cardholder: 'JANE DOE' })
  const paymentToken = await fixture.wallets.applePayToken({ card: plain, amount: 50_000, currency: '933' })
  const wallet = { ...terms, wallet: 'applePay', paymentToken, clientId: jane.clientId }
  const by = ({ clientId, bindingId }: typeof jane) => ({ ...terms, clientId, bindingId })
  const byRecurrent = ({ clientId, recurrent }: typeof jane) => ({ ...terms, clientId, bindingId: recurrent })
  const otherCard = { bindingId: await stored(fixture, jane.clientId, { card: { ...penniless, cvc: '123' } }) }
  return {
    ...bank,
    ways: {
      charge: ['charges', 'paymentOrderBinding.do', by(jane), by(john), otherCard],
      'recurrent charge': ['charges/recurrent', 'recurrentPayment.do', byRecurrent(jane), byRecurrent(john), otherCard],
      'telephone order': [
        'charges/moto',
        'motoPayment.do',
        { ...terms, ...pan(plain), clientId: jane.clientId },
        { ...terms, ...pan(plain), clientId: john.clientId },
        { pan: penniless.pan },
      ],
      'wallet charge': ['charges/wallet', 'applepay/payment.do', wallet, { ...wallet, clientId: john.clientId }],
    } as const,
  }
}

describe.each(['charge', 'recurrent charge', 'telephone order', 'wallet charge'] as const)('a %s', (way) => {
  test('of the number of another is told apart while that one is on its way, and afterwards', async () => {
    const { ways, order, refusal, state, request } = await openShop()
    const [path, what, requested, ofOther, card] = ways[way]
    const others = [
      ['amount', { ...requested, amount: 70_000 }],
      ['currency', { ...requested, currency: '978' }],
      ['clientId', ofOther],
      ...(card ? [[Object.keys(card)[0]!, { ...requested, ...card }] as const] : []),
    ] as const
    const told = () => Promise.all(others.map(([, other]) => refusal(path, other)))
    let meanwhile: Awaited<ReturnType<typeof told>> = []
    state.wire = async (sent, fetch) => {
      const answer = await fetch(sent)
      // The gateway has paid it, and the proxy does not know that yet.
      if (sent.url.endsWith(what)) meanwhile = await told()
      return answer
    }
    expect(await order(path, requested)).toMatchObject({ state: 'paid', current: { amount: 50_000 } })
    const expected = others.map(([field]) => expect.objectContaining(mismatch(field)) as object)
    expect([meanwhile, await told()]).toEqual([expected, expected])
    expect(await order(path, requested)).toMatchObject({ state: 'paid' })
    expect(request(what)).toBe(1)
  })
})

test('a charge of 700 is never answered by one of 500 that the gateway has not decided yet', async () => {
  const { ways, refusal, order, state } = await openShop()
  const [path, what, requested] = ways.charge
  state.wire = async (sent, fetch) => (sent.url.endsWith(what) ? new Response('', { status: 502 }) : fetch(sent))
  expect(await order(path, requested)).toMatchObject({ state: 'pending' })
  expect(await refusal(path, { ...requested, amount: 70_000 })).toMatchObject(mismatch('amount'))
})
