import type { Page } from 'playwright'
import {
  cardFrame,
  completeChallenge,
  fillCard,
  pay,
  payBySbp,
  payByWallet,
  testCard,
} from '../../../server/testing.ts'
import { regularClient } from '../../../demo/regular.ts'

/** A payment whose messages are drawn. */
export interface DrawnPayment {
  /** The end of its picture’s name, `sequence-<name>.svg`. */
  readonly name: string
  readonly title: string
  /** What the order is, beside its number, as the demo's shop reads it from its address. */
  readonly query?: Readonly<Record<string, string>>
  /** What the shopper does once the form is ready. */
  pay(page: Page): Promise<void>
}

const byCard = (card: Parameters<typeof testCard>[0], then?: DrawnPayment['pay']): DrawnPayment['pay'] => {
  return async (page) => {
    await fillCard(page, testCard(card))
    await pay(page)
    await then?.(page)
  }
}

const answer: DrawnPayment['pay'] = (page) => completeChallenge(page, 'right')

async function byStoredCard(page: Page): Promise<void> {
  await cardFrame(page).locator('[autocomplete="cc-csc"]').fill('123')
  await pay(page)
}

async function onBankPage(page: Page): Promise<void> {
  const { pan, expiry, cvc } = testCard({ threeDs: 'none', outcome: 'paid', brand: 'visa' })
  const shop = new URL(page.url()).origin
  await page.getByTestId('code-bank-page').click()
  await page.locator('[autocomplete="cc-number"]').fill(pan)
  await page.locator('[autocomplete="cc-exp"]').fill(`${expiry.slice(4)}/${expiry.slice(2, 4)}`)
  await page.locator('[autocomplete="cc-csc"]').fill(cvc)
  await page.locator('[autocomplete="cc-name"]').fill('JANE DOE')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(({ origin }) => origin === shop)
}

export const payments: readonly DrawnPayment[] = [
  {
    name: 'card',
    title: 'A card without 3-D Secure',
    pay: byCard({ threeDs: 'none', outcome: 'paid', brand: 'visa' }),
  },
  {
    name: 'frictionless',
    title: 'A card with 3-D Secure, frictionless, with a method page',
    pay: byCard({ threeDs: 'frictionless', method: true, outcome: 'paid' }),
  },
  {
    name: 'challenge',
    title: 'A card with a challenge, and a method page',
    pay: byCard({ threeDs: 'challenge', method: true, outcome: 'paid' }, answer),
  },
  {
    name: 'declined',
    title: 'A declined card',
    pay: byCard({ threeDs: 'none', reason: 'insufficient_funds' }),
  },
  { name: 'stored-card', title: 'A stored card', query: { clientId: regularClient }, pay: byStoredCard },
  {
    name: 'hold',
    title: 'A hold',
    query: { capture: 'two-phase' },
    pay: byCard({ threeDs: 'none', outcome: 'paid', brand: 'visa' }),
  },
  { name: 'apple-pay', title: 'Apple Pay', pay: (page) => payByWallet(page, 'applePay', { card: 'device-visa' }) },
  {
    name: 'google-pay',
    title: 'Google Pay, a card on file',
    pay: (page) => payByWallet(page, 'googlePay', { card: 'file-frictionless' }),
  },
  {
    name: 'code',
    title: 'SBP, by the app of the payer’s bank',
    query: { methods: 'sbp' },
    pay: (page) => payBySbp(page),
  },
  { name: 'bank-page', title: 'The bank’s page', query: { methods: 'bank-page' }, pay: onBankPage },
]
