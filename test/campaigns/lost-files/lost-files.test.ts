import type { BrowserContext, Page, Route } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { marks } from '#card-frame/brand-logos/rare-marks.ts'
import { language as en } from '#texts/languages/en.ts'
import { language as ru } from '#texts/languages/ru.ts'
import { inEnglish } from '#texts/script-tag.ts'
import { allAgree } from '../../journeys/support/agreement.ts'
import { confirmInDialog } from '../../journeys/support/challenge.ts'
import { payThere } from '../../journeys/support/gateway-page.ts'
import { sentToGateway } from '../../journeys/support/own-three-ds.ts'
import { arrive, isAt, submit } from '../../journeys/support/shopper.ts'
import {
  cardFrame,
  cardThat,
  challengeCard,
  enterCode,
  fillCard,
  inWallet,
  newClient,
  newOrder,
  openFixture,
  pay,
  plainCard,
  screensFromDesktop,
  stateIs,
  visitAt,
} from '../../journeys/support/fixture.ts'
import { poll } from '../../support/poll.ts'
import { inFull, isFull } from '../../support/extent.ts'

const fixture = await openFixture()
afterAll(() => fixture.close())

const challenged = cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' })

/** Script files, by their contents. */
const files = {
  first: /\/v1\/(?:retry-\d+\/)?chunks\/define-/,
  bank: /\/chunks\/three-ds-/,
  wallets: /\/chunks\/express-/,
  wallet: /\/chunks\/sandbox-wallet-/,
  texts: /\/chunks\/ru-/,
  currencies: /\/chunks\/currencies-/,
  card: /\/assets\/card\/card-/,
  stored: /\/assets\/card\/stored-/,
  focus: /\/assets\/card\/on-focus-/,
  marks: /\/assets\/card\/rare-marks-/,
  challenge: /\/assets\/challenge\/challenge-/,
} as const
type File = keyof typeof files

/** All of them in `npm run test:full`; in `npm test` those whose loss is handled differently. */
const some = <F extends File>(all: readonly F[], briefly: readonly F[]): readonly F[] => (isFull ? all : briefly)

const atOnce = some(['first', 'bank', 'texts', 'currencies', 'card', 'focus', 'stored', 'challenge'], ['first'])
const atTheirAddress = some(['first', 'bank', 'focus', 'stored'], [])

/** The form then asks for the consent to store the card, which is in a file of its own. */
const askedToStore = () => ({ clientId: newClient(), save: 'ask' })

/** How the files are lost: as nothing else fails here, such as what a policy forbids. */
const LOSS = 'connectionreset'

/** Blocks a file: its first request, every request to its own address, or all requests. */
const losing = (file: File, which: 'once' | 'at its address' | 'for good') => async (context: BrowserContext) => {
  let count = 0
  await context.addInitScript(() => {
    const codes: string[] = []
    Object.assign(globalThis, { errorCodes: codes })
    const note = (event: Event): void => {
      const { code, message } = (event as CustomEvent<{ code: string; message: string }>).detail
      codes.push(`${code}: ${message}`)
    }
    addEventListener('tender-error', note, true)
  })
  await context.route(files[file], (route) => {
    count += 1
    const isLost = { once: count === 1, 'at its address': !/retry/.test(route.request().url()), 'for good': true }[
      which
    ]
    return isLost ? route.abort(LOSS) : route.continue()
  })
}

/** The details of the `tender-error` events, as `code: message`. */
const errorsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { errorCodes: string[] }).errorCodes)

/** Waits until the checkout shows a sentence. */
const showsSo = async (page: Page, sentence: string): Promise<void> =>
  poll(() => page.locator('tender-checkout').getByText(sentence).first().isVisible()).toBe(true)

/** Waits for the event that reports a lost file. */
const waitForLostFile = (page: Page, file: string): Promise<void> =>
  poll(() => errorsOf(page)).toEqual([expect.stringMatching(new RegExp(`^script_failed: .*${file}`))])

describe.concurrent.each(screensFromDesktop)('on a %s', (_, device) => {
  test.each(atOnce)('the file “%s” is lost once: the payment goes on by itself', async (file) => {
    const query = { ...askedToStore(), locale: 'ru' }
    const beginning = { device, query, prepare: losing(file, 'once') }
    const { page, context, orderNumber } = await submit(fixture, challengeCard, beginning)
    await confirmInDialog(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    await showsSo(page, ru.checkout.paid)
    // The digits of the currency come with a file of their own.
    await showsSo(page, '49,90')
    expect(await errorsOf(page)).toEqual([])
    await context.close()
  })

  test.each(atTheirAddress)(
    'the file “%s” is never there at its own address, as where a browser remembers the failure: another address is asked',
    async (file) => {
      const beginning = { device, query: askedToStore(), prepare: losing(file, 'at its address') }
      const { page, context, orderNumber } = await submit(fixture, challengeCard, beginning)
      await confirmInDialog(page)
      await allAgree(fixture, page, orderNumber, 'paid')
      expect(await errorsOf(page)).toEqual([])
      await context.close()
    },
  )

  test.each(some(['wallets', 'wallet'], []))('the file “%s” is lost once: a wallet pays', async (file) => {
    const { page, context, orderNumber } = await arrive(fixture, { device, prepare: losing(file, 'once') })
    await inWallet(page, 'applePay', 'wallet-confirm', 'device-visa')
    await allAgree(fixture, page, orderNumber, 'paid')
    expect(await errorsOf(page)).toEqual([])
    await context.close()
  })

  const chunkOf = { wallets: 'express-', wallet: 'sandbox-wallet-' } as const
  test.each(some(['wallets', 'wallet'], []))(
    'the file “%s” never comes: the page gets the event, and a card pays',
    async (file) => {
      const { page, context, orderNumber } = await arrive(fixture, { device, prepare: losing(file, 'for good') })
      await stateIs(page, 'ready')
      await poll(() => errorsOf(page)).toContainEqual(
        expect.stringMatching(`^script_failed: .*${chunkOf[file as keyof typeof chunkOf]}`),
      )
      expect(await page.getByTestId('wallet-apple-pay').count()).toBe(0)
      await fillCard(page, plainCard)
      await pay(page)
      await allAgree(fixture, page, orderNumber, 'paid')
      await context.close()
    },
  )

  const onlyWallets = some(['wallets', 'wallet'], [])
  test.each(onlyWallets)('the file “%s” never comes where only wallets can pay: another try pays', async (file) => {
    const query = { methods: '["applePay","googlePay"]' }
    const { page, context, orderNumber } = await arrive(fixture, { device, query, prepare: losing(file, 'for good') })
    await stateIs(page, 'failed')
    await showsSo(page, en.checkout.troubleScript)
    await waitForLostFile(page, chunkOf[file as keyof typeof chunkOf])
    // The bank's own page takes cards.
    expect(await page.getByTestId('bank-page').count()).toBe(0)
    await context.unroute(files[file])
    await page.getByTestId('retry').click()
    await inWallet(page, 'applePay', 'wallet-confirm', 'device-visa')
    await allAgree(fixture, page, orderNumber, 'paid')
    await context.close()
  })

  inFull(
    'the wallets’ file is lost with the connection where only wallets can pay: the order opens again with it',
    async () => {
      const query = { methods: '["applePay","googlePay"]' }
      const prepare = async (context: BrowserContext): Promise<void> => {
        const lose = async (route: Route): Promise<void> => {
          await context.setOffline(true)
          await route.abort(LOSS)
        }
        await context.route(files.wallets, lose, { times: 1 })
      }
      const { page, context, orderNumber } = await arrive(fixture, { device, query, prepare })
      await stateIs(page, 'failed')
      await context.setOffline(false)
      await stateIs(page, 'ready')
      await inWallet(page, 'applePay', 'wallet-confirm', 'device-visa')
      await allAgree(fixture, page, orderNumber, 'paid')
      await context.close()
    },
  )

  inFull('the language never comes: the page gets the event, and English pays', async () => {
    const beginning = { device, query: { locale: 'ru' }, prepare: losing('texts', 'for good') }
    const { page, context, orderNumber } = await submit(fixture, plainCard, beginning)
    await waitForLostFile(page, 'ru-')
    await allAgree(fixture, page, orderNumber, 'paid')
    await showsSo(page, en.checkout.paid)
    await context.close()
  })

  inFull('the first file never comes: each checkout says so, with another try and a way out', async () => {
    const { page, context } = await arrive(fixture, { device, prepare: losing('first', 'for good') })
    await stateIs(page, 'failed')
    await showsSo(page, inEnglish.failed)
    await waitForLostFile(page, 'define-')
    expect(await page.getByTestId('bank-page').isVisible()).toBe(true)
    await context.unroute(files.first)
    await page.getByTestId('retry').click()
    await stateIs(page, 'ready')
    expect(await page.locator('[data-tender-notice]').count()).toBe(0)
    await context.close()
  })

  inFull('the first file never comes: the gateway’s own page takes the card', async () => {
    const { page, context, orderNumber } = await arrive(fixture, { device, prepare: losing('first', 'for good') })
    await page.getByTestId('bank-page').click()
    await payThere(fixture, page, plainCard)
    await isAt(fixture, page, 'shop')
    expect(await fixture.orderAt(orderNumber)).toMatchObject({ orderStatus: 2 })
    await context.close()
  })

  const lostAtBank = {
    bank: { sentence: en.checkout.troubleScript, cause: 'three-ds-' },
    challenge: { sentence: en.checkout.challengeFailed, cause: '/3ds was loaded, but its script' },
  } as const
  test.each(some(['bank', 'challenge'], []))(
    'the file “%s” does not come: the shopper reads so, and can give up or go to the bank’s page',
    async (file) => {
      const { sentence, cause } = lostAtBank[file]
      const beginning = { device, prepare: losing(file, 'for good') }
      const { page, context, orderNumber } = await submit(fixture, challenged, beginning)
      await showsSo(page, sentence)
      await waitForLostFile(page, cause)
      expect(await page.getByTestId('bank-cancel').isVisible()).toBe(true)
      await page.getByTestId('bank-visit').click()
      await isAt(fixture, page, 'acs')
      await enterCode(page)
      await isAt(fixture, page, 'shop')
      await allAgree(fixture, page, orderNumber, 'paid')
      await context.close()
    },
  )

  inFull('the bank’s file does not come: the shopper can give the payment up', async () => {
    const { page, context, orderNumber } = await submit(fixture, challengeCard, {
      device,
      prepare: losing('bank', 'for good'),
    })
    await page.getByTestId('bank-cancel').click()
    await allAgree(fixture, page, orderNumber, 'cancelled')
    await context.close()
  })

  inFull('the bank’s file comes at last: the payment goes on by itself', async () => {
    const { page, context, orderNumber } = await submit(fixture, challenged, {
      device,
      prepare: losing('bank', 'for good'),
    })
    await showsSo(page, en.checkout.troubleScript)
    await context.unroute(files.bank)
    await confirmInDialog(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    await context.close()
  })

  const causes = { card: '/card was loaded, but its script', stored: 'stored-' } as const
  test.each(some(['card', 'stored'], []))(
    'the file “%s” never comes: the cause is shown, and there is a way out',
    async (file) => {
      const beginning = { device, query: askedToStore(), prepare: losing(file, 'for good') }
      const { page, context } = await arrive(fixture, beginning)
      if (file === 'card') await showsSo(page, en.checkout.slow)
      await stateIs(page, 'failed')
      await showsSo(page, en.checkout.troubleScript)
      await waitForLostFile(page, causes[file])
      expect(await page.getByTestId('bank-page').isVisible()).toBe(true)
      await context.unroute(files[file])
      await page.getByTestId('retry').click()
      await stateIs(page, 'ready')
      await cardFrame(page).getByTestId('pay').waitFor()
      await context.close()
    },
  )

  test('what seals a card never comes: nothing is sent, a second press shows the ways out, and another try pays', async () => {
    const { page, context, orderNumber } = await arrive(fixture, { device, prepare: losing('focus', 'for good') })
    await fillCard(page, plainCard)
    await pay(page)
    await poll(() => cardFrame(page).locator('#note').innerText()).toBe(en.checkout.troubleUnsent)
    await stateIs(page, 'ready')
    await pay(page)
    await stateIs(page, 'failed')
    await showsSo(page, en.checkout.troubleScript)
    expect(await errorsOf(page)).toEqual([
      expect.stringMatching('^frame_unsent: Nothing was charged. .*on-focus-'),
      expect.stringMatching('^script_failed: .*on-focus-'),
    ])
    expect(await page.getByTestId('bank-page').isVisible()).toBe(true)
    expect(await sentToGateway(fixture, orderNumber)).toEqual([])
    await context.unroute(files.focus)
    await page.getByTestId('retry').click()
    await stateIs(page, 'ready')
    await fillCard(page, plainCard)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    expect(await sentToGateway(fixture, orderNumber)).toHaveLength(1)
    await context.close()
  })

  inFull('what seals a card is lost with the connection: what was typed stays, and pays with it', async () => {
    const { page, context, orderNumber } = await arrive(fixture, { device, prepare: losing('focus', 'for good') })
    await fillCard(page, plainCard)
    await context.route(files.focus, async (route) => {
      const state = await page.locator('tender-checkout').getAttribute('state')
      if (state === 'submitting') await context.setOffline(true)
      await route.abort(LOSS)
    })
    await pay(page)
    await poll(() => cardFrame(page).locator('#note').innerText()).toBe(en.checkout.troubleOffline)
    expect(await sentToGateway(fixture, orderNumber)).toEqual([])
    await context.unroute(files.focus)
    await context.setOffline(false)
    await pay(page)
    await allAgree(fixture, page, orderNumber, 'paid')
    await context.close()
  })

  inFull(
    'the marks of rare brands never come: such a card has a neutral picture, and pays; with them it has its mark',
    async () => {
      const rare = cardThat({ brand: 'humo' })
      const { page, context, orderNumber } = await arrive(fixture, { device, prepare: losing('marks', 'for good') })
      const paper = () => cardFrame(page).locator('#number-field .badge rect').getAttribute('fill')
      const lost = page.waitForEvent('requestfailed', (request) => files.marks.test(request.url()))
      await fillCard(page, rare)
      expect((await lost).failure()!.errorText).toBe('net::ERR_CONNECTION_RESET')
      expect(await paper()).toBe(null)
      await pay(page)
      await allAgree(fixture, page, orderNumber, 'paid')
      expect(await errorsOf(page)).toEqual([])

      // With the file, the same card has its mark.
      await context.unroute(files.marks)
      await visitAt(fixture, page, '/', { orderNumber: newOrder() })
      await stateIs(page, 'ready')
      const come = page.waitForResponse((response) => files.marks.test(response.url()))
      await fillCard(page, rare)
      expect((await come).status()).toBe(200)
      await poll(paper).toBe(marks['humo']![0])
      await context.close()
    },
  )

  inFull('the script of the card’s form cannot be parsed: the cause is shown', async () => {
    const prepare = async (context: BrowserContext): Promise<void> => {
      await losing('stored', 'once')(context)
      await context.route('**/card?*', async (route) => {
        const headers = { ...route.request().headers(), 'sec-fetch-dest': 'iframe' }
        const response = await route.fetch({ headers })
        await route.fulfill({ response, body: (await response.text()).replace(/ integrity="[^"]*"/, '') })
      })
      await context.route(files.card, (route) => route.fulfill({ contentType: 'text/javascript', body: 'let let = (' }))
    }
    const { page, context } = await arrive(fixture, { device, prepare })
    await stateIs(page, 'failed')
    await showsSo(page, en.checkout.troubleScript)
    await waitForLostFile(page, causes.card)
    await context.close()
  })

  inFull('a frame that is refused is no lost file', async () => {
    const { page, context } = await arrive(fixture, { device, blocked: '**/card?*', prepare: losing('stored', 'once') })
    await stateIs(page, 'failed')
    expect(await errorsOf(page)).toEqual([expect.stringMatching('^frame_timeout: ')])
    await context.close()
  })
})
