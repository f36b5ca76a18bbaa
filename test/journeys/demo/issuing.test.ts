import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import axe from 'axe-core'
import type { BrowserContext, Locator, Page } from 'playwright'
import { rawIssuingClient, type RawIssuingClient } from '#issuing-client/raw-client.ts'
import { language as en } from '#texts/languages/en.ts'
import type { Reason } from '#contract/reasons.ts'
import { allAgree, noteEvents } from '../support/agreement.ts'
import {
  acsFrame,
  enterCode,
  fillCard,
  newOrder,
  openFixture,
  pay,
  stateIs,
  visit,
  type Fixture,
} from '../support/fixture.ts'
import { poll } from '../../support/poll.ts'
import { inFull } from '../../support/extent.ts'

let fixture: Fixture
let bank: RawIssuingClient
beforeAll(async () => {
  fixture = await openFixture()
  bank = rawIssuingClient(fixture.stack.addresses.issuing, fixture.stack.credentials.issuing, fetch)
})
afterAll(() => fixture.close())

interface Issued {
  readonly pan: string
  readonly expiry: string
  readonly cvc: string
  readonly accountNumber: string
  readonly phone: string
}

let customers = 0
let card: Issued
let page: Page
let context: BrowserContext

beforeEach(async () => {
  card = await issue()
  const shopper = await fixture.shopper()
  ;({ page, context } = shopper)
  await noteEvents(context)
  return () => shopper.context.close()
})

/** Registers a customer and issues a virtual card, by the requests of a bank's back office. */
async function issue(): Promise<Issued> {
  const phone = `37529${process.pid}${String((customers += 1)).padStart(3, '0')}`.slice(0, 12)
  const parameters = Object.entries({
    customer_number: `J${process.pid}-${customers}`,
    surname: 'Doe',
    firstName: 'Jo',
    mobile_phone: phone,
  }).map(([name, value]) => ({ name: name as 'surname', value }))
  const { accountNumber } = await bank.registerCustomer({ productName: 'CRCU1001', parameters })
  const { virtualCardIdentification } = await bank.createVirtualCard({
    cardIdentification: { cardNumber: `${fixture.stack.credentials.issuing.bin}0000000000` },
    virtualCardIdentification: { expDate: '203412', productType: '5C' },
    amount: 0,
    currency: 978,
    accountNumber: accountNumber!,
  })
  const cardNumber = virtualCardIdentification!.cardNumber!
  const { cvc2 } = await bank.generateCVC2({ cardIdentification: { cardNumber }, deliveryMethod: 'WS' })
  return {
    pan: cardNumber,
    expiry: virtualCardIdentification!.expDate!,
    cvc: cvc2!,
    accountNumber: accountNumber!,
    phone,
  }
}

const identified = (): { cardIdentification: { cardNumber: string } } => ({
  cardIdentification: { cardNumber: card.pan },
})

/** Fills in the card, pays, and confirms with the code that was sent to the cardholder's phone. */
async function buy(orderNumber: string, query: Record<string, string> = {}): Promise<void> {
  const inbox = () => fixture.stack.phones.inboxOf(card.phone)
  const before = inbox().length
  await visit(fixture, page, orderNumber, query)
  await stateIs(page, 'ready')
  await fillCard(page, card)
  await pay(page)
  await poll(() => inbox().length).toBe(before + 1)
  await enterCode(acsFrame(page), /\d{6}$/.exec(inbox()[0]!.text)![0])
}

/** Buys, and waits until the order is paid. */
async function purchase(query?: Record<string, string>): Promise<void> {
  const orderNumber = newOrder()
  await buy(orderNumber, query)
  await allAgree(fixture, page, orderNumber, 'paid')
}

/** The violations that axe-core finds on a page, one line each. */
async function flawsOf(where: Page): Promise<string[]> {
  await where.evaluate(axe.source)
  return where.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
  })
}

/** By how much a page is wider than its viewport, pixels. */
const overhang = (where: Page): Promise<number> =>
  where.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Presses a key until the element has the focus. */
async function goTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('The focus does not get there')
}

async function pressOn(wanted: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await goTo(wanted, key)
  await page.keyboard.press('Enter')
}

async function isDeclined(orderNumber: string, actionCode: number, reason: Reason): Promise<void> {
  await allAgree(fixture, page, orderNumber, 'declined')
  expect(await fixture.orderAt(orderNumber)).toMatchObject({ actionCode })
  expect(await page.locator('tender-checkout').getByText(en.reasons[reason]).isVisible()).toBe(true)
}

const balance = async (): Promise<number> =>
  (await bank.getAccountData({ accountNumber: card.accountNumber })).accountData!.balance

test('a card issued here pays, and the bank, the merchant and the gateway know the same payment', async () => {
  const [orderNumber, before] = [newOrder(), await balance()]
  await buy(orderNumber, { amount: '4990' })
  await allAgree(fixture, page, orderNumber, 'paid')
  const order = await fixture.orderAt(orderNumber)
  expect(order).toMatchObject({ amount: 4990 })
  const period = {}
  const { transactions } = await bank.getTransactions({ ...identified(), period })
  const paid = transactions!.find(({ transactionType }) => transactionType === 'PURCHASE')!
  expect(paid).toMatchObject({
    amount: 4990,
    currency: 978,
    operationDirection: 'DEBIT',
    authorizationIdResponse: order.cardAuthInfo!.approvalCode,
  })
  const acquirer = await bank.getMerchantTransactions({ merchantId: 'sandbox-api', institutionId: '1', period })
  expect(acquirer.transactions!.find(({ utrnno }) => utrnno === paid.utrnno)).toMatchObject({
    transactionAmount: 4990,
    authorizationCode: order.cardAuthInfo!.approvalCode,
  })

  const latestReversal = async () =>
    (await bank.getTransactionDetails({ utrnno: paid.utrnno, reversal: true })).transaction
  await fixture.merchant.refund({ orderNumber, amount: 990 })
  const [refund] = (await fixture.orderAt(orderNumber)).refunds!
  expect(await latestReversal()).toMatchObject({ amount: 990, authorizationIdResponse: refund!.approvalCode })
  expect(await balance()).toBe(before - 4000)

  const rrn = order.authRefNum!
  const named = { rrn, processingCode: '000000', systemTraceAuditNumber: Number(rrn.slice(-6)) }
  const original = { ...identified(), ...named, currency: 978, transactionDate: paid.authorizationDate }
  expect(await bank.reversal({ ...original, amount: 4000 })).toMatchObject({ responseCode: '00' })
  expect(await latestReversal()).toMatchObject({ amount: 4000, reversal: true })
  expect(await balance()).toBe(before)
})

inFull('a blocked card is declined, and pays again once it is valid', async () => {
  await bank.blockCard({ ...identified(), hotCardStatus: 6 })
  const blocked = newOrder()
  await buy(blocked)
  await isDeclined(blocked, 4, 'contact_bank')
  await bank.changeCardStatus({ ...identified(), hotCardStatus: 0 })
  await purchase()
})

inFull(
  'a clerk issues a card in the back office, takes it to the shop and sees the payment in its history',
  async () => {
    await page.goto(`${fixture.stack.addresses.shop}/back-office`)
    await page.getByTestId('make-card').click()
    await page.getByTestId('card-picture').waitFor()
    expect(await flawsOf(page)).toEqual([])
    const number = (await page.getByTestId('card-picture').locator('.number').innerText()).replaceAll(' ', '')
    const [shop] = await Promise.all([context.waitForEvent('page'), page.getByTestId('pay-with-card').click()])
    const offered = await shop.getByTestId('issued-card').locator('.pan').innerText()
    const cvc = /\d{3}$/.exec(offered)![0]
    await stateIs(shop, 'ready')
    await fillCard(shop, { pan: number, expiry: '203412', cvc })
    await pay(shop)
    await enterCode(acsFrame(shop))
    await allAgree(fixture, shop, new URL(shop.url()).searchParams.get('orderNumber')!, 'paid')
    await page.locator('input[name="given"]').fill(number)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await poll(() => page.getByTestId('history').innerText()).toContain('PURCHASE')
    await page.getByLabel('Operation').selectOption('blockCard')
    await page.locator('[name="hotCardStatus"]').fill('7')
    const today = await page.getByTestId('clock').innerText()
    await page.getByTestId('later').click()
    await poll(() => page.getByTestId('clock').innerText()).not.toBe(today)
    await page.route('**/back-office/operations/blockCard', (route) => route.abort(), { times: 1 })
    await page.getByTestId('send').click()
    await poll(() => page.getByTestId('found').innerText()).toContain('has received no answer')
    await page.getByTestId('send').click()
    await poll(() => page.getByTestId('card-status').innerText()).toContain('7')
    expect(await page.getByTestId('answer').innerText()).toContain('"responseCode": "00"')
  },
)

inFull('the back office works by keys alone, on a phone, in light and in dark', async () => {
  const button = (name: string): Locator => page.getByRole('button', { name })
  const isFine = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await flawsOf(page)).toEqual([])
    }
    expect(await overhang(page)).toBe(0)
  }
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`${fixture.stack.addresses.shop}/back-office`)
  await goTo(page.locator('input[name="given"]'))
  await page.keyboard.type(card.pan)
  await page.keyboard.press('Enter')
  await page.getByTestId('card-picture').waitFor()

  await pressOn(button('Merchants…'))
  expect(await page.locator('input[name="accountNumber"]').evaluate((one) => one === document.activeElement)).toBe(true)
  await pressOn(button('Add to mccList'))
  await page.keyboard.type('7995')
  await isFine()
  await pressOn(page.getByTestId('send'))
  await poll(() => page.getByTestId('verdict').innerText()).toBe('setAllowedMccList: done')
  expect(await bank.getAllowedMccList({ accountNumber: card.accountNumber })).toEqual({ mccList: [5499, 7995] })

  await pressOn(button('Countries…'), 'Shift+Tab')
  await pressOn(button('Remove entry 1 of restrictions'))
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await goTo(page.locator('select[name="restrictions.0.status"]'))
  await isFine()
})
