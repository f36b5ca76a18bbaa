import type { Locator, Page } from 'playwright'
import type { TenderCheckout } from '#element/element.ts'
import { regularClient } from '../../../demo/regular.ts'
import { payBySbp } from '../../../server/testing.ts'
import type { OrderClaims } from '../../../server/ticket.ts'
import { poll } from '../../support/poll.ts'
import { challengeShown } from '../support/challenge.ts'
import {
  cardFrame,
  cardThat,
  challengeCard,
  enterCode,
  fillCard,
  inWallet,
  newClient,
  newOrder,
  pay,
  plainCard,
  stateIs,
  type Fixture,
  type Typed,
} from '../support/fixture.ts'
import { keyCounts } from '../support/key-counts.ts'
import { payThere } from '../support/gateway-page.ts'
import { isAt, tryAgain } from '../support/shopper.ts'
import {
  connectionLost,
  declineWith,
  loading,
  notLeaving,
  patient,
  pressedByFinger,
  refundAndReload,
  replaceOffline,
  silenceMethodPage,
  slowLoading,
  ticked,
  timeAlmostOver,
  timeOver,
  unanswered,
  waitLong,
  withClock,
  withoutOffers,
} from './disturb.ts'

/** One state of the checkout, as a shopper gets there. */
export interface State {
  /** What the order differs in from a plain one. */
  readonly ticket?: (fixture: Fixture) => Promise<Partial<OrderClaims>> | Partial<OrderClaims>
  readonly attributes?: Readonly<Record<string, string>>
  /** The language of its page: it is seen in no other. */
  readonly locale?: string
  /** Prepares the page before it loads anything. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** The form is never ready. */
  readonly isFormless?: true
  /** The steps from the ready form on, or from the page on where there is none. */
  readonly steps?: (page: Page, fixture: Fixture) => Promise<unknown>
  /** A preset on its own; whoever tries all themes in every state has seen it. */
  readonly isPreset?: true
  /** It looks like another state, of which there is a picture. */
  readonly looksLike?: string
  /** The page is not the shop's, and not drawn by this software. */
  readonly isElsewhere?: true
  /** The page is the proxy's own: its picture is of all of it, in the languages that a browser asks for. */
  readonly isOfProxy?: true
  /** The steps end without a connection, so that nothing more can be loaded. */
  readonly isOffline?: true
}

/** All that a form asks the payer for. */
const ask: OrderClaims['ask'] = ['email', 'phone', 'billing']

/** Variables of the proxy, without which some of these states are not there. */
export const statesEnv = {
  TENDER_BANK_PAGE: 'on',
  TENDER_SHOP_NAME: 'Bernardine Tea House',
  TENDER_SHOP_SUPPORT: '+371 6000 0000',
} as const

const cardOnly = { ticket: () => ({ methods: ['card'] }) } satisfies State
/** In roubles, which a bank's app can pay. */
const withCode = { ticket: () => ({ methods: ['card', 'sbp'], amount: 129_900, currency: '643' }) } satisfies State
/** Named, so that their place is kept from the first paint. */
const withWallets = { ticket: () => ({ methods: ['card', 'applePay', 'googlePay'] }) } satisfies State

/** The bank's page is the only way to pay. */
const pageAlone = { ticket: () => ({ methods: ['bank-page'] }) } satisfies State

async function stored(fixture: Fixture): Promise<Partial<OrderClaims>> {
  const clientId = newClient()
  await fixture.store(clientId, plainCard)
  await fixture.store(clientId, cardThat({ brand: 'mastercard', threeDs: 'challenge' }))
  return { clientId, methods: ['card', 'binding'], save: 'ask' }
}

/** Cards that their bank has given a name of up to 64 characters, one with the marks of two brands. */
async function longStored(fixture: Fixture): Promise<Partial<OrderClaims>> {
  const clientId = newClient()
  await fixture.store(clientId, cardThat({ threeDs: 'attempt' }))
  await fixture.store(clientId, coBadged)
  return { clientId, methods: ['card', 'binding'], save: 'ask' }
}

/** A card without a code; a page may not pay by it without a press of the button. */
async function codeless(fixture: Fixture): Promise<Partial<OrderClaims>> {
  const clientId = newClient()
  await fixture.store(clientId, cardThat({ brand: 'humo' }))
  return { clientId, methods: ['card', 'binding'] }
}

/** More than have room where the fields of a card were. */
async function manyStored(fixture: Fixture): Promise<Partial<OrderClaims>> {
  const claims = await stored(fixture)
  for (const card of [challengeCard, cardThat({ threeDs: 'frictionless', outcome: 'paid' })])
    await fixture.store(claims.clientId!, card)
  return claims
}

const paying = async (page: Page, card: Typed): Promise<void> => {
  await fillCard(page, card)
  await keyCounts(page)
  await pay(page)
}

const ended = (state: 'paid' | 'held' | 'verified' | 'declined' | 'pending', card: Typed) => async (page: Page) => {
  await paying(page, card)
  await stateIs(page, state)
}

/** The tick on the button is over, and the result has taken the place of the form. */
const resulted = (state: 'paid' | 'held' | 'verified', card: Typed) => async (page: Page) => {
  await ended(state, card)(page)
  await page.locator('tender-checkout .screen h2').waitFor()
}

const challenged = async (page: Page): Promise<void> => {
  await paying(page, challengeCard)
  await challengeShown(page)
}

const submitting = async (page: Page): Promise<void> => {
  await paying(page, plainCard)
  await stateIs(page, 'submitting')
}

/** The frame is requested, and does not come. */
const skeleton = {
  isFormless: true,
  prepare: loading('**/card?*'),
  steps: (page) => page.locator('tender-checkout:not([state]) iframe').waitFor({ state: 'attached' }),
} satisfies State

/** The form has come, and its order has not. */
const orderless = {
  isFormless: true,
  prepare: loading('**/api/**'),
  steps: (page) => cardFrame(page).locator('#number').waitFor(),
} satisfies State

/** What is awaited takes long, and the notice says so. */
const slow = async (page: Page, notice: Locator): Promise<void> => {
  await waitLong(page)
  await notice.waitFor()
}

const removing = async (page: Page): Promise<void> => {
  await cardFrame(page).getByTestId('remove-card').first().click()
  await cardFrame(page).getByTestId('remove-confirm').waitFor()
}

/** An alert of the element, not of the form. */
const alertIn = (page: Page): Locator => page.locator('tender-checkout .alert[role=alert]')

/** In a private window, as those of tests are, some browsers refuse locks to frames of other sites: here a tab has it. */
const lockedElsewhere = (page: Page) =>
  page.addInitScript(() => {
    const waiting = (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_held, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
    Object.assign(LockManager.prototype, { request: waiting })
  })

/** The challenge of the order is open in another tab. */
async function challengedElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(page.url(), { waitUntil: 'domcontentloaded' })
  await stateIs(other, 'ready')
  await challenged(other)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.locator('tender-checkout[state=authenticating]').getByTestId('challenge-confirm').waitFor()
}

const atCode = async (page: Page): Promise<void> => {
  await page.getByTestId('code-sbp').click()
  await page.getByTestId('code-app').waitFor()
}

/** The bank's page of the order is open in another tab, where the shopper does what `act` does. */
async function leftForPage(page: Page, fixture: Fixture, act?: (there: Page) => Promise<void>): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(page.url(), { waitUntil: 'domcontentloaded' })
  await stateIs(other, 'ready')
  await other.getByTestId('code-bank-page').click()
  await isAt(fixture, other, 'gateway')
  await act?.(other)
  await page.reload({ waitUntil: 'domcontentloaded' })
}

const endedOnPage = (state: 'paid' | 'declined', card: Typed) => async (page: Page, fixture: Fixture) => {
  await leftForPage(page, fixture, async (there) => {
    const isBack = there.waitForURL((url) => url.searchParams.has('orderId') && !url.searchParams.has('mdOrder'))
    await payThere(fixture, there, card)
    await isBack
  })
  await stateIs(page, state)
}

async function waitingForPage(page: Page, fixture: Fixture): Promise<void> {
  await leftForPage(page, fixture)
  await stateIs(page, 'authenticating')
  await page.getByTestId('code-back').waitFor()
}

const newLink = ({ merchant }: Fixture) =>
  merchant.link({ order: { orderNumber: newOrder(), amount: 4990, currency: '978', description: 'Tea for two' } })

async function openLink(page: Page, fixture: Fixture): Promise<void> {
  await page.goto((await newLink(fixture)).url, { waitUntil: 'domcontentloaded' })
}

/** Declined, and may pay later. */
const poor = cardThat({ threeDs: 'none', code: 116 })
/** Declined for once, and the same card may be tried again. */
const tried = cardThat({ threeDs: 'none', code: 909 })
/** Declined, and would be again. */
const lost = cardThat({ threeDs: 'none', code: 208 })
/** Declined for its security code. */
const miscoded = cardThat({ threeDs: 'none', code: 71015 })
const coBadged = cardThat({ what: 'Co-badged: the payer chooses Maestro or Mir' })
const note = (page: Page): Promise<void> => cardFrame(page).locator('#note.bad').waitFor()

/** Everything that a shopper may see. */
export const states: Readonly<Record<string, State>> = {
  skeleton: { ...withWallets, ...skeleton },
  'skeleton of tabs': { ...withWallets, ...skeleton, attributes: { layout: 'tabs' } },
  'skeleton of an accordion': { ...withWallets, ...skeleton, attributes: { layout: 'accordion' } },
  'slow skeleton': {
    ...withWallets,
    ...skeleton,
    prepare: slowLoading('**/card?*'),
    steps: async (page) => {
      await skeleton.steps(page)
      await slow(page, page.locator('tender-checkout .late > .alert'))
    },
  },
  'form before its order': orderless,
  ready: withWallets,
  tabs: { ...withWallets, attributes: { layout: 'tabs' } },
  accordion: { ...withWallets, attributes: { layout: 'accordion' } },
  'wallets alone': { ticket: () => ({ methods: ['applePay', 'googlePay'] }) },
  'wallets that do not come': { ...withWallets, prepare: withoutOffers },
  'nothing that can pay': { ticket: () => ({ methods: ['googlePay'] }), prepare: withoutOffers },
  minimal: {
    ...cardOnly,
    attributes: { theme: 'minimal' },
    isPreset: true,
    steps: (page) => fillCard(page, plainCard),
  },
  soft: { ...withWallets, attributes: { theme: 'soft' }, isPreset: true },
  contrast: {
    ...cardOnly,
    attributes: { theme: 'contrast' },
    isPreset: true,
    steps: (page) => fillCard(page, plainCard),
  },
  'stored cards': { ticket: stored },
  'many stored cards': {
    ticket: manyStored,
    steps: (page) => cardFrame(page).getByTestId('all-cards').waitFor(),
  },
  'stored cards with long labels': { ticket: longStored },
  'removing a card': {
    ticket: stored,
    steps: removing,
  },
  'a card that is not removed': {
    ticket: stored,
    prepare: (page) => page.route('**/api/cards/remove', (route) => route.abort()),
    steps: async (page) => {
      await removing(page)
      await cardFrame(page).getByTestId('remove-confirm').click()
      await cardFrame(page).locator('#removal-error').waitFor()
    },
  },
  'an expired card': {
    ticket: () => ({ clientId: regularClient, methods: ['card', 'binding'] }),
    steps: (page) => cardFrame(page).locator('.option:has(input:disabled) .stored-facts .stored-bad').waitFor(),
  },
  'a declined stored card': {
    ticket: stored,
    steps: async (page, fixture) => {
      await declineWith(page, fixture, lost.code!)
      await cardFrame(page).locator('#cvc').fill(plainCard.cvc)
      await pay(page)
      await stateIs(page, 'declined')
      await tryAgain(page)
      await cardFrame(page).locator('.option:not(:has(:checked)) .stored-facts .stored-bad').waitFor()
    },
  },
  'recurring payments': {
    ticket: () => ({
      clientId: newClient(),
      methods: ['card'],
      save: 'ask',
      saveAs: 'recurrent',
      recurringFrequency: '28',
      recurringExpiry: '20341231',
    }),
    steps: (page) => cardFrame(page).getByTestId('save-card').waitFor(),
  },
  'two brands': {
    ...cardOnly,
    steps: async (page) => {
      await fillCard(page, coBadged)
      await cardFrame(page).locator('[name=brand]').first().waitFor()
    },
  },
  'telephone order': {
    ticket: () => ({ channel: 'moto' }),
    steps: (page) => cardFrame(page).locator('#channel-hint').waitFor(),
  },
  'payer data': {
    ticket: () => ({ clientId: newClient(), save: 'ask', methods: ['card'], ask }),
    steps: async (page) => {
      await fillCard(page, plainCard)
      await cardFrame(page).locator('[autocomplete="email"]').waitFor()
    },
  },
  errors: {
    ...cardOnly,
    steps: async (page) => {
      await paying(page, { ...plainCard, pan: '4111111111111112', cvc: '1' })
      await cardFrame(page).locator('#cvc-error').waitFor({ state: 'attached' })
    },
  },
  'errors in all fields': {
    ticket: () => ({ methods: ['card'], ask }),
    steps: async (page) => {
      await pay(page)
      await poll(() => cardFrame(page).locator('.error').count()).toBeGreaterThan(4)
    },
  },
  'press again': {
    ticket: codeless,
    steps: async (page) => {
      await page.locator('tender-checkout').evaluate((it) => (it as TenderCheckout).submit())
      await cardFrame(page).locator('#note.press').waitFor()
    },
  },
  'wallet sheet': {
    ...withWallets,
    steps: async (page) => {
      await page.getByTestId('wallet-google-pay').click()
      await page.frameLocator('tender-checkout dialog.wallet iframe').getByTestId('wallet-confirm').waitFor()
    },
  },
  'failed wallet': {
    ...withWallets,
    prepare: withClock('**/googlePay?*'),
    steps: async (page) => {
      await page.getByTestId('wallet-google-pay').click()
      await page.locator('tender-checkout dialog.wallet[open]').waitFor()
      await slow(page, alertIn(page))
    },
  },
  'paying by wallet': {
    ...withWallets,
    prepare: unanswered('**/api/wallet/pay'),
    steps: async (page) => {
      const sent = page.waitForRequest('**/api/wallet/pay')
      await inWallet(page, 'googlePay', 'wallet-confirm')
      await sent
      await stateIs(page, 'submitting')
      await page.locator('tender-checkout dialog.wallet').waitFor({ state: 'detached' })
    },
  },
  'declined wallet': {
    ...withWallets,
    steps: async (page) => {
      await inWallet(page, 'googlePay', 'wallet-confirm', 'declined')
      await stateIs(page, 'declined')
      await alertIn(page).waitFor()
    },
  },
  'a code beside the card': withCode,
  'three ways beside the card': {
    ticket: () => ({ methods: ['card', 'applePay', 'googlePay', 'sbp'], amount: 129_900, currency: '643' }),
  },
  code: { ...withCode, steps: atCode },
  'a code on a touch screen': {
    ...withCode,
    prepare: pressedByFinger,
    steps: async (page) => {
      await atCode(page)
      await page.getByTestId('code-show').click()
    },
  },
  'an accepted code': {
    ...withCode,
    steps: async (page) => {
      await payBySbp(page, { act: 'wait' })
      await page.locator('tender-checkout .screen .spinner').waitFor()
    },
  },
  'paid by a code': {
    ...withCode,
    steps: async (page) => {
      await payBySbp(page)
      await stateIs(page, 'paid')
    },
  },
  'a code that has run out': {
    ...withCode,
    prepare: withClock('**/api/outcome'),
    steps: async (page) => {
      await atCode(page)
      await timeOver(page)
      await page.getByTestId('code-new').waitFor()
    },
  },
  'a declined code': {
    ...withCode,
    steps: async (page, fixture) => {
      await declineWith(page, fixture, poor.code!)
      await payBySbp(page)
      await stateIs(page, 'declined')
    },
  },
  'the page of the bank alone': pageAlone,
  'the page of the bank beside the card': { ticket: () => ({ methods: ['card', 'bank-page'] }) },
  'the page of the bank beside a code': {
    ticket: () => ({ methods: ['card', 'sbp', 'bank-page'], amount: 129_900, currency: '643' }),
  },
  'waiting for the page of the bank': { ...pageAlone, steps: waitingForPage },
  'the page of the bank, given up': {
    ...pageAlone,
    steps: async (page, fixture) => {
      await waitingForPage(page, fixture)
      await page.getByTestId('code-back').click()
      await stateIs(page, 'ready')
    },
  },
  'declined on the page of the bank': { ...pageAlone, steps: endedOnPage('declined', poor) },
  'paid on the page of the bank': { ...pageAlone, steps: endedOnPage('paid', plainCard) },
  'a link': {
    isOfProxy: true,
    steps: async (page, fixture) => {
      await openLink(page, fixture)
      await stateIs(page, 'ready')
    },
  },
  'a link that is not': {
    isOfProxy: true,
    steps: (page, fixture) => page.goto(`${fixture.stack.addresses.proxy}/link/A`),
  },
  'the receipt of a link': {
    isOfProxy: true,
    steps: async (page, fixture) => {
      await openLink(page, fixture)
      await stateIs(page, 'ready')
      await paying(page, plainCard)
      await page.locator('main dl').waitFor()
    },
  },
  'the code of a link': {
    isOfProxy: true,
    steps: async (page, fixture) => {
      const { qr } = await newLink(fixture)
      await page.goto('about:blank')
      await page.setContent(`<title>QR</title><meta name="viewport" content="width=device-width"><main>${qr}</main>`)
    },
  },
  submitting: { ...withWallets, prepare: unanswered('**/api/pay'), steps: submitting },
  'slow payment': {
    ...withWallets,
    prepare: withClock('**/api/pay'),
    steps: async (page) => {
      await submitting(page)
      await slow(page, cardFrame(page).locator('#note[class=note]'))
    },
  },
  unsent: {
    ...cardOnly,
    prepare: (page) => {
      const refusal = { error: { code: 'too_many_tries', message: 'Too many tries.' } }
      return page.route('**/api/pay', (route) => route.fulfill({ status: 429, json: refusal }))
    },
    steps: async (page) => {
      await paying(page, plainCard)
      await note(page)
    },
  },
  offline: {
    ...cardOnly,
    isOffline: true,
    steps: async (page) => {
      await fillCard(page, plainCard)
      await connectionLost(page)
      await pay(page)
      await note(page)
    },
  },
  'offline while paying': {
    ...cardOnly,
    isOffline: true,
    prepare: (page) =>
      page.route('**/api/pay', async (route) => {
        await connectionLost(page)
        await route.abort()
      }),
    steps: async (page) => {
      await submitting(page)
      await note(page)
    },
  },
  'offline from the start': {
    ...cardOnly,
    isOffline: true,
    steps: async (page) => {
      await replaceOffline(page)
      await stateIs(page, 'failed')
    },
  },
  challenge: { ...cardOnly, steps: challenged },
  'slow challenge': {
    ...cardOnly,
    prepare: withClock(),
    steps: async (page) => {
      await challenged(page)
      await slow(page, page.getByTestId('challenge-redirect'))
    },
  },
  'last minutes of a challenge': {
    ...cardOnly,
    prepare: withClock(),
    steps: async (page) => {
      await challenged(page)
      await timeAlmostOver(page)
      await page.locator('tender-checkout dialog [aria-live]').getByText(/./).waitFor({ state: 'attached' })
    },
  },
  'challenge that does not load': {
    ...cardOnly,
    prepare: async (page) => {
      await withClock()(page)
      await page.route('**/3ds?*', (route) => route.abort())
    },
    steps: async (page) => {
      await paying(page, cardThat({ threeDs: 'challenge', method: false, outcome: 'paid' }))
      const [confirm, cancel] = [page.getByTestId('challenge-confirm'), page.getByTestId('bank-cancel')]
      // More than once, since the frame is requested again after pauses.
      await poll(() => waitLong(page).then(() => confirm.count())).toBe(1)
      await cancel.waitFor()
    },
  },
  'challenge in another tab': { ...cardOnly, prepare: lockedElsewhere, steps: challengedElsewhere },
  'waiting for the bank': {
    ...cardOnly,
    prepare: patient,
    steps: async (page, fixture) => {
      await silenceMethodPage(page, fixture)
      await paying(page, challengeCard)
      await poll(() => page.frames().some((frame) => frame.url().endsWith('/3ds/method'))).toBe(true)
      await page.locator('tender-checkout[state=authenticating] .waiting .spinner').waitFor()
    },
  },
  'on the way to the bank': {
    ...cardOnly,
    attributes: { presentation: 'redirect' },
    prepare: notLeaving,
    steps: async (page) => {
      const leaves = page.waitForRequest('**/acsRedirect.do*')
      await paying(page, challengeCard)
      await leaves
      await page.locator('tender-checkout[state=authenticating] .waiting .spinner').waitFor()
    },
  },
  'back without an answer': {
    ...cardOnly,
    attributes: { presentation: 'redirect' },
    steps: async (page) => {
      await paying(page, challengeCard)
      await page.locator('[autocomplete="one-time-code"]').waitFor()
      await page.goBack({ waitUntil: 'domcontentloaded' })
      await page.getByTestId('challenge-confirm').waitFor()
    },
  },
  'offline in the challenge': {
    ...cardOnly,
    isOffline: true,
    steps: async (page) => {
      await challenged(page)
      await connectionLost(page)
      await page.locator('tender-checkout dialog [role=alert]').waitFor()
    },
  },
  'the page of the bank': {
    ...cardOnly,
    attributes: { presentation: 'redirect' },
    steps: async (page) => {
      await paying(page, challengeCard)
      await page.locator('[autocomplete="one-time-code"]').waitFor()
    },
    isElsewhere: true,
  },
  'paid, before the result': {
    ...withWallets,
    prepare: ticked,
    steps: async (page) => {
      await ended('paid', plainCard)(page)
      await cardFrame(page).locator('#tick').waitFor()
    },
  },
  'paid by a wallet, before the result': {
    ...withWallets,
    prepare: ticked,
    steps: async (page) => {
      await inWallet(page, 'googlePay', 'wallet-confirm')
      await stateIs(page, 'paid')
    },
  },
  paid: { ...cardOnly, steps: resulted('paid', plainCard) },
  // Languages that Chromium writes no amounts and dates in, and whose words are long.
  'paid in Kazakh': { ...cardOnly, locale: 'kk', steps: resulted('paid', plainCard) },
  'stored cards in Armenian': { ticket: stored, locale: 'hy' },
  'back from the page of the bank': {
    ...cardOnly,
    attributes: { presentation: 'redirect' },
    steps: async (page) => {
      await paying(page, challengeCard)
      await enterCode(page)
      await stateIs(page, 'paid')
    },
    looksLike: 'paid',
  },
  held: { ticket: () => ({ methods: ['card'], capture: 'two-phase' }), steps: resulted('held', plainCard) },
  verified: {
    ticket: () => ({ amount: 0, clientId: newClient(), features: ['VERIFY'], methods: ['card'], save: 'required' }),
    steps: resulted('verified', plainCard),
  },
  refunded: {
    ...cardOnly,
    steps: async (page, fixture) => {
      await resulted('paid', plainCard)(page)
      await refundAndReload(page, fixture)
      await stateIs(page, 'refunded')
    },
  },
  declined: { ...cardOnly, steps: ended('declined', lost) },
  'another try': {
    ...cardOnly,
    steps: async (page) => {
      await ended('declined', tried)(page)
      await tryAgain(page)
      await poll(() => cardFrame(page).locator('#cvc:focus').count()).toBe(1)
    },
  },
  'another card at once': {
    ...withWallets,
    steps: async (page) => {
      await ended('declined', poor)(page)
      await tryAgain(page)
      await poll(() => cardFrame(page).locator('#number:focus').count()).toBe(1)
    },
  },
  'a wrong code': {
    ...withWallets,
    steps: async (page) => {
      await ended('declined', miscoded)(page)
      await tryAgain(page)
      await poll(() => cardFrame(page).locator('#cvc:focus').count()).toBe(1)
    },
  },
  'another card': {
    ...cardOnly,
    steps: async (page) => {
      await ended('declined', lost)(page)
      await tryAgain(page)
      await cardFrame(page).locator('#notice').waitFor()
    },
  },
  pending: { ...cardOnly, steps: ended('pending', cardThat({ threeDs: 'none', outcome: 'pending' })) },
  cancelled: {
    ...cardOnly,
    steps: async (page) => {
      await challenged(page)
      await page.getByTestId('challenge-cancel').click()
      await stateIs(page, 'cancelled')
    },
  },
  failed: {
    ...cardOnly,
    isFormless: true,
    prepare: (page) => page.route('**/card?*', (route) => route.abort()),
    steps: (page) => page.getByTestId('bank-page').waitFor(),
  },
}

/** From a page that is open to the state. */
export async function reachIn(page: Page, fixture: Fixture, { isFormless, steps }: State, ready?: () => Promise<void>) {
  if (!isFormless) await stateIs(page, 'ready')
  if (!isFormless) await ready?.()
  await steps?.(page, fixture)
}
