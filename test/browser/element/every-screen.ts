import { states } from '#element/state/checkout-state.ts'
import { SLOW } from '#browser/slow.ts'
import { facts, outcomes, ticketOf } from '../../unit/element/outcomes.ts'
import { apple, google } from '../wallets/offers.ts'
import { at, mounted, ripe, type Fixture } from './fixture.ts'

/** A checkout at one of its screens. */
export type Opened = Awaited<ReturnType<typeof mounted>>

const withWallets = (made: Fixture) => void (made.wallets = { applePay: apple, googlePay: google })

async function arranged(layout: string): Promise<Opened> {
  const order = ticketOf({ ...facts, methods: ['card', 'applePay', 'googlePay'] })
  const opened = await mounted({ layout, order }, withWallets)
  await import('#element/methods/chosen-layout.ts')
  await ripe(opened.element)
  opened.shadow.querySelector<HTMLElement>('#method-applePay')?.click()
  await ripe(opened.element)
  return opened
}

/** The payment waits so long at the bank that its page may be opened elsewhere. */
async function lateAtBank(): Promise<Opened> {
  const opened = await at('authenticating')
  await opened.fixture.clock.pass(60_000)
  await ripe(opened.element)
  return opened
}

async function slowLoading(): Promise<Opened> {
  const opened = await at('loading')
  await opened.fixture.clock.pass(SLOW)
  await ripe(opened.element)
  return opened
}

async function withReceipt(): Promise<Opened> {
  const receipt = { brand: 'mir', lastDigits: '0004', at: Date.UTC(2026, 10, 25, 14, 3) }
  return mounted({}, (made) => (made.onOpen = { ...outcomes.paid, receipt }))
}

const softDecline = () => mounted({}, (made) => (made.onOpen = outcomes.soft))

/** Every screen, by name; it needs the fakes of both wallets. */
export const screens: Readonly<Record<string, () => Promise<Opened>>> = {
  ...Object.fromEntries(states.map((state) => [state, () => at(state)])),
  'slow loading': slowLoading,
  'late at the bank': lateAtBank,
  'a receipt': withReceipt,
  'a soft decline': softDecline,
  'wallets in a stack': () => arranged('stack'),
  'methods as tabs': () => arranged('tabs'),
  'methods as an accordion': () => arranged('accordion'),
  'wallets that came late': () => mounted({}, withWallets),
  'wallets that did not come': () =>
    mounted({ order: ticketOf({ ...facts, methods: ['card', 'googlePay'] }) }, (made) => (made.wallets = {})),
}
