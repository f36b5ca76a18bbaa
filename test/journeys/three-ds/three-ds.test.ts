import { devices, type Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { ThreeDs } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { language as en } from '#texts/languages/en.ts'
import { allAgree } from '../support/agreement.ts'
import { appWith, challengeShown, confirmInDialog, failAt } from '../support/challenge.ts'
import { isAt, payAgain, submit, type Beginning, type Shopper } from '../support/shopper.ts'
import { acsFrame, cancelAt, challengeCard, enterCode, openForFile, screens, stateIs } from '../support/fixture.ts'
import { SHOP_NAME } from '../../../demo/addresses.ts'
import { poll } from '../../support/poll.ts'
import { inFull, isFull } from '../../support/extent.ts'

const fixture = await openForFile()

const android = devices['Pixel 5']

const cardOf = (threeDs: ThreeDs) => testCards.find((card) => card.threeDs === threeDs && card.outcome === 'paid')!
const quick = testCards.find((card) => card.threeDs === 'challenge' && !card.method && card.outcome === 'paid')!

interface Wanted extends Beginning {
  readonly card?: typeof quick
}

/** Runs `then` with a shopper who has pressed the pay button. */
async function paying(
  { card = quick, ...beginning }: Wanted,
  then: (shopper: Shopper) => Promise<void>,
): Promise<void> {
  const shopper = await submit(fixture, card, beginning)
  await then(shopper)
  await shopper.context.close()
}

/** The same on every screen. */
const onBoth = async (request: Wanted, then: (shopper: Shopper) => Promise<void>): Promise<void> =>
  void (await Promise.all(screens.map(([, device]) => paying({ ...request, device }, then))))

const atBank = (page: Page) => isAt(fixture, page, 'acs')
const atShop = (page: Page) => isAt(fixture, page, 'shop')

test('before the bank has asked for anything, the shopper is asked to wait', async () => {
  let goOn!: () => void
  const held = new Promise<void>((resolve) => (goOn = resolve))
  const prepare: Beginning['prepare'] = (context) =>
    context.route('**/chunks/three-ds-*.js', async (route) => {
      await held
      await route.continue()
    })
  await paying({ card: challengeCard, prepare }, async ({ page }) => {
    const sentence = page.locator('tender-checkout[state=authenticating] .screen p')
    expect(await sentence.innerText()).toBe(en.checkout.confirming)
    goOn()
    await challengeShown(page)
  })
})

test('a bank may ask by a dialog of the browser', async () => {
  await paying({ card: challengeCard }, async ({ page }) => {
    await challengeShown(page)
    page.once('dialog', (dialog) => void dialog.accept())
    expect(
      await acsFrame(page)
        .locator('body')
        .evaluate(() => confirm('Cancel?')),
    ).toBe(true)
  })
})

describe('the whole page', () => {
  const byRedirect: Wanted = { query: { presentation: 'redirect' } }
  const paths = [
    ['3-D Secure 2 by acsRedirect.do', byRedirect],
    ['3-D Secure 1', { card: cardOf('redirect') }],
  ] as const satisfies readonly (readonly [string, Wanted])[]

  const answers = [
    ['a right code pays', enterCode, 'paid'],
    ['wrong codes are declined', failAt, 'declined'],
    ['who cancels at the bank has cancelled', cancelAt, 'cancelled'],
  ] as const

  describe.each(paths)('%s', (name, request) => {
    test.each(isFull ? answers : name === paths[0][0] ? answers.slice(2) : answers.slice(0, 1))(
      '%s',
      (__, answer, end) =>
        onBoth(request, async ({ page, orderNumber }) => {
          await atBank(page)
          expect(await page.locator('dl').innerText()).toContain(SHOP_NAME)
          await answer(page)
          await atShop(page)
          await allAgree(fixture, page, orderNumber, end)
        }),
    )
  })

  test('the way back leads to the shop, which offers the bank again', () =>
    onBoth(byRedirect, async ({ page, orderNumber }) => {
      await atBank(page)
      await page.goBack()
      await stateIs(page, 'authenticating')
      await page.getByTestId('challenge-confirm').click()
      await atBank(page)
      await page.reload()
      await enterCode(page)
      await atShop(page)
      await allAgree(fixture, page, orderNumber, 'paid')
    }))

  test('who comes back without an answer may cancel the payment', () =>
    onBoth(byRedirect, async ({ page, orderNumber }) => {
      await atBank(page)
      await page.goBack()
      await page.getByTestId('bank-cancel').click()
      await allAgree(fixture, page, orderNumber, 'cancelled')
    }))

  // The gateway's status does not contain the version, so a payment that began on a whole page continues in the dialog.
  inFull('the way back from 3-D Secure 1 leads to the shop, which takes it up in the dialog', () =>
    onBoth({ card: cardOf('redirect') }, async ({ page, orderNumber }) => {
      await atBank(page)
      await page.goBack()
      await confirmInDialog(page)
      await allAgree(fixture, page, orderNumber, 'paid')
    }),
  )

  inFull('a bank that refuses frames is one click away', () =>
    onBoth({ faults: { framing: 'refused' } }, async ({ page, orderNumber }) => {
      await page.getByTestId('challenge-redirect').click()
      await atBank(page)
      await enterCode(page)
      await atShop(page)
      await allAgree(fixture, page, orderNumber, 'paid')
    }),
  )
})

async function lifecycle({ context, page }: Shopper, state: 'frozen' | 'active'): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state })
  await session.detach()
}

/** How a page misses what its shopper does in the bank's app; `decided` waits until the gateway has the result. */
type Absence = (shopper: Shopper, decided: () => Promise<unknown>) => Promise<unknown>

const absences: readonly (readonly [string, Absence])[] = [
  [
    'and the browser loads the page anew',
    async ({ page }, decided) => {
      await decided()
      await page.reload()
    },
  ],
  [
    'while the page is frozen, which then wakes up',
    async (shopper, decided) => {
      await lifecycle(shopper, 'frozen')
      await decided()
      await lifecycle(shopper, 'active')
    },
  ],
  [
    'and the way leads away from the shop and back',
    async ({ page }, decided) => {
      await page.goto('about:blank')
      await decided()
      await page.goBack()
    },
  ],
]

const inApp = [
  ['confirms', 2, 'paid', isFull ? absences : absences.slice(0, 1)],
  ...(isFull ? ([['refuses', 6, 'cancelled', absences]] as const) : []),
] as const

describe.each(inApp)('the bank’s app on a phone %s', (does, orderStatus, end, its) => {
  test.each(its)('%s', (_, beAbsent) =>
    paying({ device: android }, async (shopper) => {
      const { page, orderNumber } = shopper
      const answer = await appWith(page, fixture.stack.addresses.acs, does)
      await answer()
      await beAbsent(shopper, () =>
        poll(async () => (await fixture.orderAt(orderNumber)).orderStatus).toBe(orderStatus),
      )
      await allAgree(fixture, page, orderNumber, end)
    }),
  )
})

describe('the challenge', () => {
  // The clock is shared by the whole stack, so no other shopper may be at the bank during this test.
  test.each(screens)('runs out of time and is cancelled, and the next one pays, on a %s', (_, device) =>
    paying({ device }, async ({ page, orderNumber }) => {
      await challengeShown(page)
      fixture.stack.clock.forward(600_000)
      await allAgree(fixture, page, orderNumber, 'cancelled')
      await payAgain(page, quick.cvc)
      await confirmInDialog(page)
      await allAgree(fixture, page, orderNumber, 'paid', `${orderNumber}-2`)
    }),
  )
})
