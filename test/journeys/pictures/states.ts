import type { Page } from 'playwright'
import { challengeShown } from '../support/challenge.ts'
import {
  cardFrame,
  cardThat,
  challengeCard,
  fillCard,
  newClient,
  pay,
  plainCard,
  stateIs,
  type Fixture,
  type Typed,
} from '../support/fixture.ts'
import { tryAgain } from '../support/shopper.ts'
import { lengthen, open, type Device, type Language, type Opening, type Stacks } from './visit.ts'

/** One state of the checkout, as a shopper gets there. */
interface State {
  readonly stack?: keyof Stacks & ('plain' | 'asking')
  readonly opening?: (fixture: Fixture) => Promise<Opening> | Opening
  /** The form is never ready. */
  readonly isFormless?: true
  /** The steps from the ready form on. */
  readonly steps?: (page: Page) => Promise<unknown>
}

/** Requests of this address get no answer. */
const held = (address: string) => (page: Page) => page.route(address, () => new Promise<void>(() => {}))

/** The same, in a page that never finds that loading takes long, however slow the machine is. */
const loading = (address: string) => async (page: Page) => {
  await page.addInitScript(() => {
    const { setTimeout: later } = globalThis
    const patient = (act: () => void, delay = 0): unknown => (delay < 4000 ? later(act, delay) : undefined)
    Object.assign(globalThis, { setTimeout: patient })
  })
  await held(address)(page)
}

const stored = async (fixture: Fixture): Promise<Opening> => {
  const clientId = newClient()
  await fixture.store(clientId, plainCard)
  await fixture.store(clientId, cardThat({ brand: 'mastercard', threeDs: 'challenge' }))
  return { claims: { clientId, methods: ['card', 'binding'] } }
}

const paying = async (page: Page, card: Typed): Promise<void> => {
  await fillCard(page, card)
  await pay(page)
}

const ended = (state: 'paid' | 'held' | 'verified' | 'declined' | 'pending', card: Typed) => async (page: Page) => {
  await paying(page, card)
  await stateIs(page, state)
}

const challenged = async (page: Page): Promise<void> => {
  await paying(page, challengeCard)
  await challengeShown(page)
}

const cardOnly = { claims: { methods: ['card'] } } as const satisfies Opening
const payerAsked = { claims: { clientId: 'a-payer', save: 'ask', methods: ['card'] } } as const satisfies Opening

/** Everything that a shopper may see. */
export const states: Readonly<Record<string, State>> = {
  skeleton: {
    isFormless: true,
    opening: () => ({ prepare: loading('**/card?*') }),
    steps: (page) => page.locator('tender-checkout[state=loading] iframe').waitFor({ state: 'attached' }),
  },
  'form before its order': {
    isFormless: true,
    opening: () => ({ prepare: loading('**/api/**') }),
    steps: (page) => cardFrame(page).locator('#number').waitFor(),
  },
  ready: {},
  tabs: { opening: () => ({ attributes: 'layout="tabs"' }) },
  accordion: { opening: () => ({ attributes: 'layout="accordion"' }) },
  minimal: {
    opening: () => ({ ...cardOnly, attributes: 'theme="minimal"' }),
    steps: (page) => fillCard(page, plainCard),
  },
  soft: { opening: () => ({ attributes: 'theme="soft"' }) },
  contrast: {
    opening: () => ({ ...cardOnly, attributes: 'theme="contrast"' }),
    steps: (page) => fillCard(page, plainCard),
  },
  'stored cards': { opening: stored },
  'removing a card': {
    opening: stored,
    steps: async (page) => {
      await cardFrame(page).getByTestId('remove-card').first().click()
      await cardFrame(page).getByTestId('remove-confirm').waitFor()
    },
  },
  'payer data': {
    stack: 'asking',
    opening: () => payerAsked,
    steps: async (page) => {
      await fillCard(page, plainCard)
      await cardFrame(page).locator('[autocomplete="email"]').waitFor()
    },
  },
  errors: {
    opening: () => cardOnly,
    steps: async (page) => {
      await fillCard(page, { ...plainCard, pan: '4111111111111112', cvc: '1' })
      await pay(page)
      await cardFrame(page).locator('#cvc-error').waitFor()
    },
  },
  submitting: {
    opening: () => ({ prepare: held('**/api/pay') }),
    steps: async (page) => {
      await paying(page, plainCard)
      await stateIs(page, 'submitting')
    },
  },
  unsent: {
    opening: () => ({
      ...cardOnly,
      prepare: (page) => {
        const refusal = { error: { code: 'too_many_tries', message: 'Too many tries.' } }
        return page.route('**/api/pay', (route) => route.fulfill({ status: 429, json: refusal }))
      },
    }),
    steps: async (page) => {
      await paying(page, plainCard)
      await cardFrame(page).locator('.note.bad').waitFor()
    },
  },
  challenge: { opening: () => cardOnly, steps: challenged },
  paid: { opening: () => cardOnly, steps: ended('paid', plainCard) },
  held: { opening: () => ({ claims: { methods: ['card'], capture: 'two-phase' } }), steps: ended('held', plainCard) },
  verified: {
    opening: () => ({ claims: { amount: 0, clientId: newClient(), features: ['VERIFY'], save: 'required' } }),
    steps: ended('verified', plainCard),
  },
  declined: { opening: () => cardOnly, steps: ended('declined', cardThat({ threeDs: 'none', code: 116 })) },
  'another try': {
    opening: () => cardOnly,
    steps: async (page) => {
      await ended('declined', cardThat({ threeDs: 'none', code: 116 }))(page)
      await tryAgain(page)
    },
  },
  pending: { opening: () => cardOnly, steps: ended('pending', cardThat({ threeDs: 'none', outcome: 'pending' })) },
  cancelled: {
    opening: () => cardOnly,
    steps: async (page) => {
      await challenged(page)
      await page.getByTestId('challenge-cancel').click()
      await stateIs(page, 'cancelled')
    },
  },
  failed: {
    isFormless: true,
    opening: () => ({ ...cardOnly, prepare: (page) => page.route('**/card?*', (route) => route.abort()) }),
    steps: (page) => page.getByTestId('bank-page').waitFor(),
  },
}

/** Opens a checkout and goes to the state. */
export async function reach(name: string, stacks: Stacks, device: Device, language: Language): Promise<Page> {
  const { stack = 'plain', opening, isFormless, steps } = states[name]!
  const fixture = stacks[stack]
  const page = await open(stacks, fixture, device, language, await opening?.(fixture))
  if (!isFormless) await stateIs(page, 'ready')
  if (language === 'long' && !isFormless) await lengthen(page)
  await steps?.(page)
  if (language === 'long' && name === 'failed') await lengthen(page)
  return page
}
