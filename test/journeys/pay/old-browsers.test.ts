import type { BrowserContext } from 'playwright'
import { expect, test } from 'vitest'
import { newerNames, oldestBrowsers } from '../../architecture/compat-data.ts'
import { allAgree } from '../support/agreement.ts'
import { confirmInDialog } from '../support/challenge.ts'
import {
  cardFrame,
  challengeCard,
  inWallet,
  newClient,
  openForFile,
  pay,
  phone,
  plainCard,
} from '../support/fixture.ts'
import { begin, submit, tryAgain } from '../support/shopper.ts'

const fixture = await openForFile()

/** Without `trustedTypes`, since Chromium still enforces what a page's policy requires of it. */
const newer = newerNames(oldestBrowsers()).filter(([, name]) => name !== 'trustedTypes')

/** Takes from every document, also of the frames, all that one of the oldest supported browsers lacks. */
const lackNewer = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((names) => {
    const scope = globalThis as unknown as Record<string, Record<string, object> | undefined>
    for (const [owner, name] of names) {
      for (const object of owner === 'Window' ? [scope] : [scope[owner], scope[owner]?.['prototype']])
        if (object) Reflect.deleteProperty(object, name)
    }
  }, newer)

const old = { device: phone, prepare: lackNewer }

test('in the oldest browsers together, a new card pays after its challenge', async () => {
  const { page, orderNumber, complaints } = await submit(fixture, challengeCard, old)
  const lacks = await page.evaluate(() => [typeof AbortSignal.any, typeof URL.canParse, 'scheduler' in globalThis])
  expect(lacks).toEqual(['undefined', 'undefined', false])
  await confirmInDialog(page)
  await allAgree(fixture, page, orderNumber, 'paid')
  expect(complaints).toEqual([])
})

test('in the oldest browsers together, a stored card is declined, and pays with its right code', async () => {
  const clientId = newClient()
  await fixture.store(clientId, plainCard)
  const { page, orderNumber } = await begin(fixture, { ...old, query: { clientId, save: 'ask' } })
  const code = cardFrame(page).locator('[autocomplete="cc-csc"]')
  await code.fill('999')
  await pay(page)
  await allAgree(fixture, page, orderNumber, 'declined')
  await tryAgain(page)
  await code.fill(plainCard.cvc)
  await pay(page)
  await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
})

test('in the oldest browsers together, a wallet pays', async () => {
  const { page, orderNumber } = await begin(fixture, old)
  await inWallet(page, 'googlePay', 'wallet-confirm', 'device-mastercard')
  await allAgree(fixture, page, orderNumber, 'paid')
})
