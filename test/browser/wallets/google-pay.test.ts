import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PAY_JS, payJs } from '#element/methods/google-pay/pay-js.ts'
import { outcomes } from '../../unit/element/outcomes.ts'
import { mounted, ripe } from '../element/fixture.ts'
import type { Fixture } from '../element/fixture.ts'
import { FakePaymentsClient } from './fake-google-pay.ts'
import { google as offer, unpacked } from './offers.ts'

let uninstall: () => void
beforeEach(() => (uninstall = FakePaymentsClient.install()))
afterEach(() => {
  uninstall()
  document.body.replaceChildren()
  document.body.removeAttribute('style')
})

async function offered(prepare: (fixture: Fixture) => void = () => {}) {
  const fixture = await mounted({}, (setup) => {
    setup.wallets = { googlePay: offer }
    prepare(setup)
  })
  const container = () => fixture.shadow.querySelector<HTMLElement>('[data-testid=wallet-google-pay]')
  return { ...fixture, container }
}

async function opened(prepare?: (fixture: Fixture) => void) {
  const fixture = await offered(prepare)
  FakePaymentsClient.gesture = true
  fixture.container()!.querySelector('button')!.click()
  FakePaymentsClient.gesture = false
  await ripe(fixture.element)
  return { ...fixture, client: FakePaymentsClient.last! }
}

describe('the button', () => {
  test('is Google’s own, themed for the page, inside the shadow root', async () => {
    const { container, shadow } = await offered()
    expect(container()!.querySelector('button')!.getAttribute('aria-label')).toBe('Google Pay')
    expect(FakePaymentsClient.last!.buttons[0]).toMatchObject({
      buttonColor: 'black',
      buttonLocale: 'en',
      buttonRootNode: shadow,
      buttonSizeMode: 'fill',
    })
  })

  test('is made anew for another language and a dark page', async () => {
    const { element } = await offered()
    Object.assign(element, { locale: 'ar', theme: 'dark' })
    await ripe(element)
    expect(FakePaymentsClient.last!.buttons.at(-1)).toMatchObject({ buttonColor: 'white', buttonLocale: 'ar' })
  })

  test('that Google cannot draw is left out, and a card pays; drawn anew, the one before stays', async () => {
    const { createButton } = FakePaymentsClient.prototype
    const broken = () => {
      throw new Error('createButton')
    }
    const { element, container } = await offered()
    const button = container()
    FakePaymentsClient.prototype.createButton = broken
    element.setAttribute('theme', 'dark')
    await ripe(element)
    const kept = container()
    document.body.replaceChildren()
    const { element: second, container: none, fixture: setup } = await offered()
    FakePaymentsClient.prototype.createButton = createButton
    expect([element.state, kept, second.state, none()]).toEqual(['ready', button, 'ready', null])
    expect(setup.complaints).toEqual(['tender-checkout: googlePay is left out: Error: createButton'])
  })

  test('that Google cannot draw where only it could pay is an order that cannot be paid here', async () => {
    const { createButton } = FakePaymentsClient.prototype
    FakePaymentsClient.prototype.createButton = () => {
      throw new Error('createButton')
    }
    const {
      element,
      shadow,
      fixture: setup,
    } = await offered((made) => {
      const { opened: whole } = made
      made.opened = (outcome) => ({ ...whole.call(made, outcome), card: false })
    })
    FakePaymentsClient.prototype.createButton = createButton
    await ripe(element)
    expect(shadow.querySelector('[role=alert]')!.textContent).not.toBe('')
    expect(setup.complaints.join()).toContain('wallet_absent')
  })

  test('is not there for a payer who is not ready', async () => {
    const { container } = await offered(() => (FakePaymentsClient.ready = false))
    expect(container()).toBeNull()
  })

  test('is not there when Google refuses the question, and the console says why', async () => {
    const { container, fixture: setup } = await offered(
      (made) => (made.wallets = { googlePay: { ...offer, networks: ['mir'] } }),
    )
    expect(container()).toBeNull()
    expect(setup.complaints.join()).toContain('googlePay is left out')
  })
})

describe('the sheet', () => {
  test('asks for a token that only the gateway can open', async () => {
    const { client } = await opened()
    expect(client.options.environment).toBe('TEST')
    expect(client.request).toMatchObject({
      merchantInfo: { merchantName: 'Kettle & Cup' },
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: ['MASTERCARD', 'VISA'],
          },
          tokenizationSpecification: {
            type: 'PAYMENT_GATEWAY',
            parameters: { gateway: 'sandbox', gatewayMerchantId: 'shop-api' },
          },
        },
      ],
      transactionInfo: { currencyCode: 'RUB', totalPriceStatus: 'FINAL', totalPrice: '1299.00', countryCode: 'LT' },
    })
  })

  test('asks for what the order lacks of the payer, which goes along with the token', async () => {
    const asks = ['email', 'phone', 'billing'] as const
    const {
      client,
      element,
      fixture: setup,
    } = await opened((made) => (made.wallets = { googlePay: { ...offer, asks: [...asks] } }))
    expect(client.request).toMatchObject({
      emailRequired: true,
      allowedPaymentMethods: [
        {
          parameters: {
            billingAddressRequired: true,
            billingAddressParameters: { format: 'FULL', phoneNumberRequired: true },
          },
        },
      ],
    })
    const address = {
      address1: 'Main Street 1',
      address2: '',
      locality: 'Vilnius',
      postalCode: '01100',
      countryCode: 'LT',
    }
    client.confirm('{}', { email: 'jane@shop.example', address: { ...address, phoneNumber: '+370 600 00000' } })
    await ripe(element)
    expect(setup.payers).toEqual([
      {
        email: 'jane@shop.example',
        phone: '+37060000000',
        billing: {
          billingAddressLine1: 'Main Street 1',
          billingCity: 'Vilnius',
          billingPostalCode: '01100',
          billingCountry: 'LT',
        },
      },
    ])
  })

  test('asks for no more of an address than the phone needs', async () => {
    const { client } = await opened((made) => (made.wallets = { googlePay: { ...offer, asks: ['phone'] } }))
    expect(client.request).not.toHaveProperty('emailRequired')
    expect(client.request!.allowedPaymentMethods[0]!.parameters).toMatchObject({
      billingAddressParameters: { format: 'MIN', phoneNumberRequired: true },
    })
  })

  test('shows a sum in thousandths in hundredths, and is left out where that is not exact', async () => {
    const { client } = await opened((made) => (made.fractionDigits = 3))
    expect(client.request!.transactionInfo!.totalPrice).toBe('129.90')
    const odd = await offered((made) => {
      made.fractionDigits = 3
      made.onOpen = { ...outcomes.open, amount: 129_901 }
    })
    expect([odd.container(), odd.fixture.complaints]).toEqual([null, []])
  })

  test('gives a token, which is sent as Base64 of its text', async () => {
    const { client, element, fixture: setup } = await opened()
    client.confirm('{"signature":"é"}')
    await ripe(element)
    const [sent] = setup.request.filter((call) => call.startsWith('payByWallet googlePay '))
    expect(unpacked(sent!.replace('payByWallet googlePay ', ''))).toEqual({ signature: 'é' })
    expect(element.state).toBe('paid')
  })

  test('is followed by 3-D Secure for a card on file', async () => {
    const { client, element, shadow } = await opened((made) => (made.onWallet = async () => outcomes.challenge))
    client.confirm('{}')
    await ripe(element)
    expect(element.state).toBe('authenticating')
    expect(shadow.querySelector('dialog')!.open).toBe(true)
  })

  test('that the payer closes leaves the form, with the focus on the button', async () => {
    const { client, element, shadow, container } = await opened()
    client.fail('CANCELED')
    await ripe(element)
    expect(element.state).toBe('ready')
    expect(shadow.querySelector('[role=alert]')).toBeNull()
    expect(shadow.activeElement).toBe(container()!.querySelector('button'))
  })

  test('that fails is an alert over the form, and its code is for the console', async () => {
    const { client, element, shadow, fixture: setup } = await opened()
    client.fail('MERCHANT_ACCOUNT_ERROR', 'not registered')
    await ripe(element)
    expect(element.state).toBe('ready')
    expect(shadow.querySelector('[role=alert]')!.textContent).toContain('Google Pay could not complete the payment.')
    expect(setup.complaints.join()).toContain('MERCHANT_ACCOUNT_ERROR: not registered')
  })

  test.each([
    ['upper', ({ top }: DOMRect) => top + 16],
    ['lower', ({ bottom }: DOMRect) => bottom - innerHeight],
  ] as const)('that fails is an alert in sight, with its button at the %s edge of the screen', async (_, distance) => {
    const { client, element, shadow, container } = await opened()
    document.body.style.paddingBlock = '2000px'
    scrollBy({ top: distance(container()!.getBoundingClientRect()), behavior: 'instant' })
    client.fail('MERCHANT_ACCOUNT_ERROR', 'not registered')
    await ripe(element)
    const { top, bottom } = shadow.querySelector('[role=alert]')!.getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(innerHeight)
  })
})

describe('Google’s script', () => {
  /** A document without a window, which loads no scripts. */
  const still = () => document.implementation.createHTMLDocument()
  const api = () => (globalThis as { google?: typeof google }).google!

  test('is not fetched where it is already', async () => {
    const page = still()
    await payJs(page, { google: api() })
    expect(page.querySelector('script')).toBeNull()
  })

  /** A page with Trusted Types that refuses a second policy of the same name. */
  function strict() {
    const policies: string[] = []
    const createPolicy = (name: string, { createScriptURL }: { createScriptURL: () => string }) => {
      if (policies.includes(name)) throw new TypeError(`Policy with name "${name}" already exists.`)
      policies.push(name)
      return { createScriptURL }
    }
    return { policies, home: { trustedTypes: { createPolicy } } }
  }

  test('comes once for two checkouts, and again after a failure, under the one policy that the page allows', async () => {
    const page = still()
    const { home, policies } = strict()
    const both = [payJs(page, home), payJs(page, home)]
    expect(page.querySelectorAll('script')).toHaveLength(1)
    page.querySelector('script')!.dispatchEvent(new Event('error'))
    for (const failed of both) await expect(failed).rejects.toThrow(/could not be loaded/)
    const again = payJs(page, home)
    expect([page.querySelectorAll('script').length, policies]).toEqual([2, ['tender-google-pay']])
    Object.assign(home, { google: api() })
    page.querySelectorAll('script')[1]!.dispatchEvent(new Event('load'))
    expect(await again).toBe(api())
  })

  test('comes from Google, under a policy of its own where the page demands one', async () => {
    const page = still()
    const { home, policies } = strict()
    const loading = payJs(page, home)
    const script = page.querySelector('script')!
    expect([script.src, policies]).toEqual([PAY_JS, ['tender-google-pay']])
    Object.assign(home, { google: api() })
    script.dispatchEvent(new Event('load'))
    expect(await loading).toBe(api())
  })

  test('that the page’s policy blocks is an error that names the directive', async () => {
    const page = still()
    const loading = payJs(page, {})
    page.querySelector('script')!.dispatchEvent(new Event('error'))
    await expect(loading).rejects.toThrow(/could not be loaded: see script-src/)
  })

  test('is not asked for by a checkout without that wallet', async () => {
    uninstall()
    await mounted()
    expect(document.querySelector('script[src*="google"]')).toBeNull()
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('google.com'))).toEqual([])
  })
})
