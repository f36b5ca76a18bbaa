import { describe, expect, test } from 'vitest'
import { allAgree } from '../support/agreement.ts'
import { begin, tryAgain } from '../support/shopper.ts'
import { inWallet, newClient, openForFile, screens } from '../support/fixture.ts'
import { share } from '../../support/extent.ts'

const fixture = await openForFile({ opensWallets: true })

/** Payments of an order's tries that reached the gateway, by its journal. */
const paymentsOf = (orderNumber: string): string[] =>
  fixture.stack.journal
    .entries()
    .filter(({ from, order }) => from === 'proxy' && order?.startsWith(orderNumber))
    .map(({ what }) => what)
    .filter((what) => what.startsWith('payment'))

describe.each(screens)('a merchant who opens the wallets’ tokens, on a %s', (_, device) => {
  test.each(share(['applePay', 'googlePay'] as const, 2))('%s is declined, and then pays', async (wallet) => {
    const { page, orderNumber } = await begin(fixture, { device })
    await inWallet(page, wallet, 'wallet-confirm', 'declined')
    await allAgree(fixture, page, orderNumber, 'declined')
    await tryAgain(page)
    await inWallet(page, wallet, 'wallet-confirm', 'device-visa')
    await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
    expect(paymentsOf(orderNumber)).toEqual(['paymentDirect.do', 'paymentDirect.do'])
  })

  test('a card in a wallet is checked and stored, and nothing is paid', async () => {
    const query = { verify: 'yes', clientId: newClient() }
    const { page, orderNumber } = await begin(fixture, { device, query })
    await inWallet(page, 'applePay', 'wallet-confirm', 'device-visa')
    await allAgree(fixture, page, orderNumber, 'verified')
  })
})
