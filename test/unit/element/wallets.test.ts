import { describe, expect, test } from 'vitest'
import { priceOf } from '#element/methods/google-pay/google-pay.ts'
import { payByWallet } from '#element/methods/pay-by-wallet.ts'
import { base64Of } from '#element/methods/wallet.ts'
import type { SheetResult, SheetVerdict } from '#element/methods/wallet.ts'
import { settle } from '../../support/clock.ts'
import { outcomes } from './outcomes.ts'
import { ready } from './setup.ts'
import type { Setup } from './setup.ts'

test.each([
  ['12.99', '12.99'],
  ['500', '500'],
  ['1.230', '1.23'],
  ['1.000', '1.00'],
  ['1.234', undefined],
  ['1.0500', '1.05'],
  ['1.0550', undefined],
])('Google Pay receives %s as %s', (price, accepted) => {
  expect(priceOf({ price })).toBe(accepted)
})

test('a token becomes Base64 of its UTF-8', () => {
  const text = JSON.stringify({ token: 'é€ \u{1F4B3}' })
  expect(Buffer.from(base64Of(text), 'base64').toString('utf8')).toBe(text)
})

/** A fake wallet sheet with the answer that the test gives. */
function sheet(answer: SheetResult | 'cancelled' | Error | Promise<SheetResult | 'cancelled'>) {
  const verdicts: SheetVerdict[] = []
  let signal: AbortSignal | undefined
  const open = async (over: AbortSignal) => {
    signal = over
    if (answer instanceof Error) throw answer
    return await answer
  }
  return { open, verdicts, closed: () => signal?.aborted, opened: () => signal !== undefined }
}

const giving = (verdicts: SheetVerdict[]): SheetResult => ({
  paymentToken: 'dG9r',
  conclude: (verdict) => verdicts.push(verdict),
})

async function paid(prepare: (setup: Setup) => void = () => {}) {
  const setup = ready()
  prepare(setup)
  const verdicts: SheetVerdict[] = []
  const { open } = sheet(giving(verdicts))
  await payByWallet(setup.payment, 'applePay', 'Apple Pay', open)
  await settle()
  return { setup, verdicts }
}

describe('paying by a wallet', () => {
  test('sends the token once, and takes the outcome', async () => {
    const { setup, verdicts } = await paid()
    expect(setup.request).toEqual(['payByWallet applePay dG9r'])
    expect([setup.state, verdicts]).toEqual(['paid', ['success']])
  })

  test('sends along what the sheet has asked of the payer', async () => {
    const setup = ready()
    const sent: unknown[] = []
    setup.card.payByWallet = async (payment) => (sent.push(payment), outcomes.paid)
    const payer = { email: 'jane@shop.example' }
    await payByWallet(setup.payment, 'googlePay', 'Google Pay', sheet({ ...giving([]), payer }).open)
    expect(sent).toEqual([{ wallet: 'googlePay', paymentToken: 'dG9r', payer }])
  })

  test.each([
    ['held', outcomes.held, 'success'],
    ['verified', outcomes.verified, 'success'],
    ['refunded', outcomes.refunded, 'success'],
    ['declined', outcomes.declined, 'failure'],
    ['cancelled', outcomes.cancelled, 'failure'],
    ['expired', outcomes.expired, 'failure'],
    ['pending', outcomes.pending, 'unknown'],
    ['authenticating', outcomes.challenge, 'unknown'],
  ] as const)('that comes to %s sends the sheet its result', async (state, outcome, verdict) => {
    const { setup, verdicts } = await paid((setup) => (setup.wallet = outcome))
    expect([setup.state, verdicts]).toEqual([state, [verdict]])
  })

  test('sends the sheet what the frame has reported first', async () => {
    const setup = ready()
    let answer!: (outcome: typeof outcomes.paid) => void
    setup.wallet = new Promise((done) => (answer = done))
    const verdicts: SheetVerdict[] = []
    const going = payByWallet(setup.payment, 'applePay', 'Apple Pay', sheet(giving(verdicts)).open)
    await settle()
    setup.payment.take(outcomes.paid, 'live')
    answer(outcomes.paid)
    await going
    expect([setup.state, verdicts]).toEqual(['paid', ['success']])
  })

  test('whose answer is lost is looked up, and not sent again', async () => {
    const { setup, verdicts } = await paid((setup) => (setup.wallet = new Error('port closed')))
    expect([setup.state, verdicts, setup.count('payByWallet applePay dG9r')]).toEqual(['pending', ['unknown'], 1])
    expect(setup.announcements.at(-1)).toBe('tender-error frame_error')
  })

  test('while the card frame is gone is not lost either', async () => {
    const stuck = ready()
    stuck.wallet = new Promise(() => {})
    const verdicts: SheetVerdict[] = []
    const going = payByWallet(stuck.payment, 'applePay', 'Apple Pay', sheet(giving(verdicts)).open)
    await settle()
    stuck.payment.load()
    await going
    expect([stuck.state, verdicts]).toEqual(['loading', ['unknown']])
  })

  test('that the shop vetoes at once opens no sheet', async () => {
    const setup = ready()
    setup.mayPay = () => false
    const { open, opened } = sheet('cancelled')
    await payByWallet(setup.payment, 'applePay', 'Apple Pay', open)
    expect([opened(), setup.state]).toEqual([false, 'ready'])
  })

  test('that the shop vetoes after the sheet has given its token closes it, and sends nothing', async () => {
    const setup = ready()
    let decide!: (granted: boolean) => void
    setup.mayPay = () => new Promise((done) => (decide = done))
    const verdicts: SheetVerdict[] = []
    const wallet = sheet(giving(verdicts))
    const going = payByWallet(setup.payment, 'applePay', 'Apple Pay', wallet.open)
    await settle()
    decide(false)
    await going
    expect([wallet.closed(), verdicts, setup.request, setup.state]).toEqual([true, ['unknown'], [], 'ready'])
  })

  test('is not begun twice, nor beside a card', async () => {
    const setup = ready()
    const first = sheet(new Promise(() => {}))
    void payByWallet(setup.payment, 'applePay', 'Apple Pay', first.open)
    const second = sheet('cancelled')
    await payByWallet(setup.payment, 'googlePay', 'Google Pay', second.open)
    expect([first.opened(), second.opened(), await setup.payment.mayPay()]).toEqual([true, false, false])
  })

  test('is not begun while the shop is being asked about a card', async () => {
    const setup = ready()
    setup.mayPay = () => new Promise(() => {})
    void setup.payment.mayPay()
    const wallet = sheet('cancelled')
    await payByWallet(setup.payment, 'applePay', 'Apple Pay', wallet.open)
    expect(wallet.opened()).toBe(false)
  })

  test('that the payer gives up leaves the form, and announces nothing', async () => {
    const setup = ready()
    await payByWallet(setup.payment, 'applePay', 'Apple Pay', sheet('cancelled').open)
    expect([setup.state, setup.announcements]).toEqual(['ready', ['tender-ready']])
  })

  test('that fails is reported to the shop and in the console, and leaves the form', async () => {
    const setup = ready()
    await payByWallet(setup.payment, 'googlePay', 'Google Pay', sheet(new Error('no account')).open)
    expect([setup.state, setup.announcements.at(-1)]).toEqual(['ready', 'tender-error wallet_failed'])
    expect(setup.complaints[0]).toContain('no account')
  })

  test('is dropped when the order took another turn while the sheet was open', async () => {
    const setup = ready()
    let give!: (given: SheetResult) => void
    const verdicts: SheetVerdict[] = []
    const wallet = sheet(new Promise<SheetResult>((done) => (give = done)))
    const going = payByWallet(setup.payment, 'applePay', 'Apple Pay', wallet.open)
    setup.payment.take(outcomes.held, 'live')
    give(giving(verdicts))
    await going
    expect([wallet.closed(), setup.request, setup.state]).toEqual([true, [], 'held'])
    expect(verdicts).toHaveLength(1)
  })
})

test('a sheet that the shopper has left pays nothing, and is closed if it answers, while another one pays', async () => {
  const setup = ready()
  const verdicts: Record<string, SheetVerdict[]> = { first: [], second: [] }
  const answers: ((result: SheetResult) => void)[] = []
  const sheet = () => new Promise<SheetResult>((resolve) => answers.push(resolve))
  await payByWallet(setup.payment, 'googlePay', 'Google Pay', (_, leave) => {
    queueMicrotask(leave)
    return sheet()
  })
  expect([setup.state, setup.request]).toEqual(['ready', []])
  const paid = payByWallet(setup.payment, 'googlePay', 'Google Pay', sheet)
  answers[0]!(giving(verdicts['first']!))
  await settle()
  expect([setup.state, setup.request]).toEqual(['submitting', []])
  answers[1]!(giving(verdicts['second']!))
  await paid
  expect(setup.request).toEqual(['payByWallet googlePay dG9r'])
  expect(verdicts).toEqual({ first: ['unknown'], second: ['success'] })
})
