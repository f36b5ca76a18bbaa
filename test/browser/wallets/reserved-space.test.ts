import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formats } from '#card-frame/payer/tables/formats.ts'
import { reserveSpace } from '#element/frames/reserved-space.ts'
import { facts, ticketOf } from '../../unit/element/outcomes.ts'
import { mount, mounted, ripe } from '../element/fixture.ts'
import { FakeApplePaySession } from './fake-apple-pay.ts'
import { FakePaymentsClient } from './fake-google-pay.ts'
import { apple, google } from './offers.ts'
import type { WalletOffers } from '#contract/methods/offers.ts'
import { poll } from '../../support/poll.ts'

let uninstall: (() => void)[] = []
beforeEach(() => (uninstall = [FakeApplePaySession.install(), FakePaymentsClient.install()]))
afterEach(() => {
  for (const end of uninstall) end()
  document.body.replaceChildren()
})

const all = ['card', 'applePay', 'googlePay']
const order = (claims: object): string => ticketOf({ ...facts, ...claims })

/** The place that is kept, and for how many wallets. */
function kept(claims: object, layout = 'stack'): readonly [reserved: string | undefined, count: string] {
  const box = document.createElement('section')
  reserveSpace(box, order(claims), layout)
  return [box.dataset['reserved'], box.style.getPropertyValue('--count')]
}

/** The place of the form, or that there is none. */
function lengths(claims: object, names: readonly string[]): readonly (string | undefined)[] {
  const box = document.createElement('section')
  reserveSpace(box, order(claims), 'stack')
  return names.map((name) => (name === 'form' ? box.dataset['form'] : box.style.getPropertyValue(name)))
}

const heights = ({ shadow }: { readonly shadow: ShadowRoot }) => {
  const heightOf = (selector: string): number => shadow.querySelector<HTMLElement>(selector)!.offsetHeight
  return { above: heightOf('.above'), below: heightOf('.below') }
}

describe('the place of the form has room for what the ticket has it ask for', () => {
  /** How many lines an address takes in two columns: the country and both lines of the address have one each. */
  function linesOf(fields: string): number {
    const [before = '', after = ''] = fields.split('A')
    return 3 + Math.ceil(before.length / 2) + Math.ceil(after.length / 2)
  }

  test.each(Object.entries(formats))('an address in %s', (billingCountry, [fields]) => {
    const lines = Number(lengths({ ask: ['billing'], billingPayerData: { billingCountry } }, ['--asked'])[0])
    // Of all countries only Macao, which has neither city nor postal code, has a blank line.
    expect(lines).toBe(Math.max(4, linesOf(fields)))
    // In one column a line is added.
    expect(lines + 1).toBeGreaterThanOrEqual(2 + fields.length)
  })
})

describe('the place of the wallets', () => {
  test.each([
    ['named beside a card', { methods: all }, 'stack', ['stack', '2']],
    ['of which the ticket has one', { methods: ['card', 'googlePay'] }, 'accordion', ['accordion', '1']],
    ['that the page shows as tabs', {}, 'tabs', ['tabs', '2']],
    ['that nothing announces', {}, 'stack', ['stack', '2']],
    ['that the ticket leaves out', { methods: ['card', 'binding'] }, 'tabs', ['', '0']],
    ['instead of a card', { methods: ['applePay'] }, 'tabs', ['stack', '1']],
    ['of which one is chosen', { methods: ['applePay', 'googlePay'] }, 'tabs', ['tabs', '2']],
    ['with a fee, which none takes', { methods: all, feeInput: 100 }, 'stack', ['', '0']],
    ['by a code, with a fee', { methods: ['card', 'sbp'], feeInput: 100 }, 'stack', ['stack', '1']],
    ['of another merchant', { methods: all, merchantLogin: 'child' }, 'stack', ['', '0']],
    ['of a merchant by number', { methods: all, merchantInn: '7701' }, 'stack', ['', '0']],
    ['on the telephone', { methods: all, channel: 'moto' }, 'stack', ['', '0']],
    ['that would verify a card', { methods: all, features: ['VERIFY'] }, 'stack', ['stack', '2']],
    ['that alone verify a card', { methods: ['googlePay'], features: ['VERIFY'] }, 'stack', ['stack', '1']],
    ['with a description of a fee', { methods: all, description: 'feeInput: "moto"' }, 'stack', ['stack', '2']],
  ])('%s', (_, claims, layout, expected) => {
    expect(kept(claims, layout)).toEqual(expected)
  })

  test('is that of a stack for a layout that there is none of', () => {
    expect(kept({}, 'tab')).toEqual(['stack', '2'])
  })

  test('is that of a stack again where the layout is taken away', async () => {
    const { element, shadow } = await mounted({ layout: 'tabs' }, (setup) => (setup.wallets = { googlePay: google }))
    const box = shadow.querySelector<HTMLElement>('.box')!
    expect(box.dataset['reserved']).toBe('tabs')
    element.removeAttribute('layout')
    await ripe(element)
    expect([element.layout, box.dataset['reserved']]).toEqual(['stack', 'stack'])
  })

  test('is not kept for Apple Pay in a browser without it', () => {
    FakeApplePaySession.able = true
    uninstall.shift()!()
    expect(kept({ methods: ['card', 'applePay'] })).toEqual(['', '0'])
    expect(kept({ methods: all })).toEqual(['stack', '1'])
  })

  test.each(['stack', 'tabs', 'accordion'])('is as high as they are, as %s', async (layout) => {
    const opened = mount({ layout, order: order({ methods: all }) }, (setup) => {
      setup.wallets = { applePay: apple, googlePay: google }
    })
    await opened.element.updateComplete
    const before = heights(opened)
    expect(opened.shadow.querySelector('.express, .methods')).toBeNull()
    await import('#element/methods/chosen-layout.ts')
    await ripe(opened.element)
    expect(opened.shadow.querySelector('.above > *')).not.toBeNull()
    expect(heights(opened)).toEqual(before)
    expect(before.above).toBeGreaterThan(50)
  })

  test.each([
    [278, [0, 0, 60], 161],
    [343, [0, 0, 60], 161],
    [520, [0, 0, 0], 101],
  ])('of three has two in a row, or all of them: at %i px', async (width, tops, height) => {
    const claims = { methods: [...all, 'sbp'] }
    const opened = mount({ order: order(claims), style: `inline-size: ${width}px` }, (setup) => {
      setup.wallets = { applePay: apple, googlePay: google }
      setup.codes = { sbp: { stores: false } }
    })
    opened.shadow.querySelector<HTMLElement>('.box')!.style.padding = '0'
    await opened.element.updateComplete
    expect(heights(opened).above).toBe(height)
    await ripe(opened.element)
    const buttons = [...opened.shadow.querySelectorAll('.express > *')].map((one) => one.getBoundingClientRect())
    expect(heights(opened).above).toBe(height)
    expect(buttons.map(({ top }) => top - buttons[0]!.top)).toEqual(tops)
    // Nothing is left over at the end of a row.
    expect(buttons.at(-1)!.right - buttons[0]!.left).toBeCloseTo(width, 0)
  })

  test.each([
    ['a card and two wallets', all, true],
    ['two wallets alone', ['applePay', 'googlePay'], false],
  ])('has a block for each of the tabs that come, for %s', async (_, methods, card) => {
    const opened = mount({ layout: 'tabs', order: order({ methods }) }, (setup) => {
      setup.wallets = { applePay: apple, googlePay: google }
      const { opened: open } = setup
      setup.opened = (outcome) => ({ ...open.call(setup, outcome), card })
    })
    await opened.element.updateComplete
    const above = opened.shadow.querySelector<HTMLElement>('.above')!
    const block = above.appendChild(document.createElement('i'))
    block.style.cssText = `display: block; inline-size: ${getComputedStyle(above, '::before').backgroundSize.replace(/^.*, | [\d.]+px$/g, '')}`
    const step = block.getBoundingClientRect().width
    block.remove()
    await import('#element/methods/chosen-layout.ts')
    await ripe(opened.element)
    const [first, second] = [...opened.shadow.querySelectorAll('.method')].map((tab) => tab.getBoundingClientRect())
    expect(step).toBeCloseTo(second!.left - first!.left, 0)
  })

  describe('where nothing names them', () => {
    const row = 101
    const opened = async (wallets: WalletOffers, isTyping = false) => {
      const made = mount({}, (setup) => Object.assign(setup, { wallets, answers: 'late' }))
      await made.element.updateComplete
      const before = heights(made)
      await poll(() => made.shadow.querySelector('iframe')).not.toBeNull()
      if (isTyping) made.shadow.querySelector('iframe')!.focus()
      made.fixture.hello.resolve()
      await ripe(made.element)
      return { ...made, before, after: heights(made) }
    }

    test.each([
      ['two', { applePay: apple, googlePay: google }],
      ['one', { googlePay: google }],
    ])('is as high as the row of %s that come', async (_, wallets) => {
      const { before, after, shadow, fixture } = await opened(wallets)
      expect([before, after]).toEqual([
        { above: row, below: 0 },
        { above: row, below: 0 },
      ])
      expect(shadow.querySelectorAll('.above .express button')).toHaveLength(Object.keys(wallets).length)
      expect(fixture.complaints).toEqual([])
    })

    test.each([
      ['the proxy offers none', {}, true],
      ['the browser has none', { googlePay: google }, false],
    ])('closes where %s', async (_, wallets, able) => {
      FakePaymentsClient.ready = able
      const { before, after, fixture } = await opened(wallets)
      FakePaymentsClient.ready = true
      expect([before.above, after]).toEqual([row, { above: 0, below: 0 }])
      expect(fixture.complaints).toEqual([])
    })

    test('stays as high, and says nothing, where the shopper is in the form already', async () => {
      const { before, after, shadow } = await opened({}, true)
      expect(after).toEqual(before)
      expect(shadow.querySelector('.above .express-absent')?.textContent).toBe('')
    })
  })

  describe.each([
    [
      'the proxy offers none',
      {},
      ['tender-checkout: the proxy offers no method but the card: name no other in the methods of the ticket.'],
    ],
    ['the browser has none', { applePay: apple }, []],
  ])('closes, though the ticket names them, where %s', (_, wallets, complaints) => {
    const none = async (layout: string, hasCard = true) => {
      FakeApplePaySession.able = false
      const opened = mount({ order: order({ methods: all }), layout }, (setup) => {
        setup.wallets = wallets
        const { opened: open } = setup
        setup.opened = (outcome) => ({ ...open.call(setup, outcome), card: hasCard })
      })
      const errors: string[] = []
      opened.element.addEventListener('tender-error', ({ detail }) => errors.push(detail.code ?? ''))
      await opened.element.updateComplete
      const before = heights(opened)
      await import('#element/methods/chosen-layout.ts')
      await ripe(opened.element)
      FakeApplePaySession.able = true
      const text = (selector: string) => opened.shadow.querySelector(selector)?.textContent?.trim()
      return { ...opened, errors, before, after: heights(opened), text }
    }

    test.each(['stack', 'tabs', 'accordion'])('as %s, without a word of them', async (layout) => {
      const { before, after, shadow, fixture } = await none(layout)
      expect(before.above).toBeGreaterThan(0)
      expect(after).toEqual({ above: 0, below: 0 })
      expect(shadow.querySelector('.express, .express-or, .methods')).toBeNull()
      expect(fixture.complaints).toEqual(complaints)
    })

    test('or says that nothing can pay, where there is no form', async () => {
      const { text, errors } = await none('stack', false)
      expect(text('[role=alert]')).toMatch(/^You have not been charged. Payments are not available here/)
      expect(errors).toContain('wallet_absent')
    })
  })
})
