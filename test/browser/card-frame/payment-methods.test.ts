import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { declined, facts, field, fillCard, openFixture, paid, payButton, unsealed, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

const shown = () => [...document.querySelectorAll<HTMLElement>('[type=text], select')].map(({ id }) => id)

describe('a mail or telephone order', () => {
  test('asks an operator for the card without a code, and fills in nothing', async () => {
    fixture = await openFixture({ channel: 'moto', cardholderName: 'Jane Roe' })
    expect(shown()).toEqual(['number', 'expiry', 'holder'])
    expect([...document.querySelectorAll('input')].map(({ autocomplete }) => autocomplete)).toEqual([
      'off',
      'off',
      'off',
    ])
    await expect.element(payButton()).toHaveTextContent('Charge €1,299.00')
    await expect.element(page.getByText('Mail or phone order.')).toBeVisible()
    await expect.element(field('Name on card')).toHaveValue('Jane Roe')
  })

  test('is paid in one go, with nothing prepared', async () => {
    fixture = await openFixture({ channel: 'moto', saving: { mode: 'ask', as: 'common' } })
    await field('Card number').fill('5555555555555599')
    await field('Expiry date').fill('12/34')
    await field('Name on card').fill('Jane Roe')
    expect(await fixture.frame.submit()).toEqual(paid)
    const { seToken, ...rest } = fixture.bodyOf('/api/moto')
    expect(rest).toEqual({ requestId: expect.any(String), cardholder: 'Jane Roe', save: false })
    expect(unsealed(seToken)).toBe('5555555555555599//203412')
    expect(fixture.paths()).not.toContain('/api/prepare')
  })

  test('whose answer is lost is looked up, never sent again', async () => {
    fixture = await openFixture({ channel: 'moto' })
    fixture.answers['/api/moto'] = ['lost']
    fixture.answers['/api/withdraw'] = ['lost', paid]
    await field('Card number').fill('5555555555555599')
    await field('Expiry date').fill('12/34')
    await field('Name on card').fill('Jane Roe')
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(fixture.paths().filter((path) => path === '/api/moto')).toHaveLength(1)
  })

  test('shows no stored cards', async () => {
    const card = { bindingId: 'b', maskedPan: '411111**1111', expiry: '203412', expired: false }
    fixture = await openFixture({ channel: 'moto', savedCards: [card] })
    expect(document.querySelector('fieldset')).toBeNull()
  })
})

describe('a co-badged card', () => {
  const coBadged = '6764540000000016'
  const choice = () => page.getByTestId('brand-choice')

  test('offers its brands where the choice goes on to the bank, and pays by the chosen one', async () => {
    fixture = await openFixture({ brandChoice: true })
    await fillCard(coBadged)
    await expect.element(choice().getByRole('radio', { name: 'Maestro' })).toBeChecked()
    await choice().getByRole('radio', { name: 'Mir' }).click()
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(fixture.bodyOf('/api/pay')).toMatchObject({ brand: 'mir' })
  })

  test('shows each brand with its mark, in halves that a finger finds', async () => {
    fixture = await openFixture({ brandChoice: true })
    await fillCard(coBadged)
    const halves = [...choice().element().querySelectorAll('label')]
    expect(halves.map((half) => half.querySelectorAll('.badge').length)).toEqual([1, 1])
    const [one, other] = halves.map((half) => half.getBoundingClientRect())
    expect([one!.width, one!.height]).toEqual([other!.width, Math.max(44, other!.height)])
    expect([one!.top, one!.right]).toEqual([other!.top, other!.left])
  })

  test('pays by its first brand when nothing was chosen, and another card has no choice', async () => {
    fixture = await openFixture({ brandChoice: true })
    await fillCard(coBadged)
    await field('Card number').fill('4444555511113333')
    expect(choice().elements()).toEqual([])
    await field('Card number').fill(coBadged)
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(fixture.bodyOf('/api/pay')).toMatchObject({ brand: 'maestro' })
  })

  test('shows no brands where none is sent to the bank', async () => {
    fixture = await openFixture({})
    await fillCard(coBadged)
    expect(choice().elements()).toEqual([])
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(fixture.bodyOf('/api/pay')).not.toHaveProperty('brand')
  })
})

test('a card that is only stored is not paid with: no amount stands on the button', async () => {
  const verified = { state: 'verified', ...facts, orderId: 'order-1' } as const
  fixture = await openFixture({ verify: true, amount: 0, saving: { mode: 'required', as: 'common' } })
  fixture.answers['/api/pay'] = [verified]
  await expect.element(payButton()).toHaveTextContent('Save card')
  expect(document.querySelector('[data-testid=amount]')).toBeNull()
  await expect.element(page.getByText('This card will be saved for future payments at this shop.')).toBeVisible()
  await fillCard()
  expect(await fixture.frame.submit()).toEqual(verified)
  await expect.element(field('Card number')).toHaveValue('•••• •••• •••• ••••')
})

describe('what is asked about the payer', () => {
  /** Of the United States, the country of this browser's language. */
  const billing = ['country', 'address', 'addressLine2', 'city', 'state', 'postalCode']

  test('is asked only where the checkout does, under its autofill names', async () => {
    fixture = await openFixture({ asks: [{ data: 'email' }, { data: 'phone' }, { data: 'billing' }] })
    expect(shown()).toEqual(['number', 'expiry', 'cvc', 'holder', 'email', 'phone', ...billing])
    const names = [...document.querySelectorAll<HTMLInputElement>('[type=text], select')].map((one) => one.autocomplete)
    expect(names.slice(4)).toEqual([
      'email',
      'tel',
      'billing country',
      'billing address-line1',
      'billing address-line2',
      'billing address-level2',
      'billing address-level1',
      'billing postal-code',
    ])
    await expect.element(page.getByRole('group', { name: 'Billing address' })).toBeVisible()
  })

  test('of one brand only is asked once the card is of that brand', async () => {
    fixture = await openFixture({ asks: [{ data: 'email', brand: 'visa' }] })
    expect(shown()).not.toContain('email')
    await field('Card number').fill('4111111111111111')
    expect(shown()).toContain('email')
    await field('Card number').fill('5555555555555599')
    expect(shown()).not.toContain('email')
  })

  test('is checked, led to, and sent', async () => {
    fixture = await openFixture({
      asks: [{ data: 'email' }, { data: 'billing' }],
      known: { billing: { billingCity: 'Springfield', billingAddressLine2: 'Flat 2' } },
    })
    await fillCard()
    await field('Email').fill('jane')
    expect(await fixture.frame.submit()).toBeUndefined()
    expect(document.activeElement?.id).toBe('email')
    await expect.element(field('Email')).toHaveAccessibleDescription(/^Check the email address/)
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose the state. Enter the ZIP code.')
    await field('Email').fill('jane@shop.example')
    await field(/^Address/).fill('Main Street 1')
    await expect.element(field('City')).toHaveValue('Springfield')
    await expect.element(field('Apartment, floor (optional)')).toHaveValue('Flat 2')
    await field('State').selectOptions('California')
    await field('ZIP code').fill('9501')
    await field('State').click()
    await expect
      .element(field('ZIP code'))
      .toHaveAccessibleDescription('Check the ZIP code: it should look like \u206695014\u2069.')
    await field('ZIP code').fill('95014-1234')
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(fixture.bodyOf('/api/pay').payer).toEqual({
      email: 'jane@shop.example',
      billing: {
        billingAddressLine1: 'Main Street 1',
        billingAddressLine2: 'Flat 2',
        billingCity: 'Springfield',
        billingState: 'CA',
        billingPostalCode: '950141234',
        billingCountry: 'US',
      },
    })
  })

  test('has a second line that was deleted stay so when the same order is opened again', async () => {
    const half = { billingAddressLine1: 'Main Street 1', billingAddressLine2: 'Flat 2' }
    fixture = await openFixture({ asks: [{ data: 'billing' }], known: { billing: half } })
    await expect.element(field(/^Apartment/)).toHaveValue('Flat 2')
    await field(/^Address/).fill('Side Street 3')
    await field(/^Apartment/).fill('')
    await fixture.frame.open({ ticket: 'the.other.ticket', locale: 'en', appearance: { scheme: 'light' } })
    await expect.element(field(/^Address/)).toHaveValue('Side Street 3')
    await expect.element(field(/^Apartment/)).toHaveValue('')
  })

  test('has the fields of the country that is chosen, and keeps what was typed', async () => {
    fixture = await openFixture({ asks: [{ data: 'phone' }, { data: 'billing' }] })
    await field('City').fill('Ulm')
    await field('Phone').fill('0731 12345')
    await field('Country').selectOptions('DE')
    expect(shown().slice(5)).toEqual(['country', 'address', 'addressLine2', 'postalCode', 'city'])
    await expect.element(field('City')).toHaveValue('Ulm')
    await expect.element(field('Phone')).toHaveAccessibleDescription('\u2066+4973112345\u2069 · Germany')
    await field('Country').selectOptions('JP')
    expect(shown().slice(5)).toEqual(['country', 'postalCode', 'state', 'address', 'addressLine2'])
    await expect.element(field('Prefecture')).toHaveValue('')
  })

  test('is what a stored card can carry while one is chosen', async () => {
    const card = { bindingId: 'b', maskedPan: '411111**1111', expiry: '203412', expired: false }
    const asks = [{ data: 'phone' }, { data: 'billing' }] as const
    fixture = await openFixture({ savedCards: [card], asks: [...asks], storedAsks: [{ data: 'email', brand: 'visa' }] })
    expect(shown()).toEqual(['cvc', 'email'])
    await page.getByTestId('use-another-card').click()
    expect(shown()).toEqual(['number', 'expiry', 'cvc', 'holder', 'phone', ...billing])
    await page.getByTestId('saved-card').click()
    await field('Security code').fill('123')
    await field('Email').fill('jane@shop.example')
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(fixture.bodyOf('/api/pay')).toMatchObject({ bindingId: 'b', payer: { email: 'jane@shop.example' } })
  })

  test('comes with the first digit of a number, where the page has reserved no height for it', async () => {
    fixture = await openFixture({ asks: [{ data: 'email' }, { data: 'billing', afterNumber: true }] })
    expect(shown()).toEqual(['number', 'expiry', 'cvc', 'holder', 'email'])
    await fixture.frame.submit()
    expect(shown()).toEqual(['number', 'expiry', 'cvc', 'holder', 'email'])
    await field('Card number').fill('5')
    expect(shown()).toEqual(['number', 'expiry', 'cvc', 'holder', 'email', ...billing])
    await field('City').fill('Ulm')
    await field('Card number').fill('')
    expect(shown()).not.toContain('city')
    await fillCard()
    await expect.element(field('City')).toHaveValue('Ulm')
    expect(await fixture.frame.submit()).not.toEqual(paid)
    expect(fixture.paths()).not.toContain('/api/pay')
  })

  test('keeps its place, as dots, once the order is paid, and is that of the next order then', async () => {
    fixture = await openFixture({
      asks: [
        { data: 'email', brand: 'mastercard' },
        { data: 'billing', afterNumber: true },
      ],
    })
    await fillCard()
    await field('Email').fill('jane@shop.example')
    await field('Country').selectOptions('DE')
    await field('City').fill('Ulm')
    await field(/^Address/).fill('Main Street 1')
    await field('Postal code').fill('89073')
    const fields = shown()
    expect(await fixture.frame.submit()).toEqual(paid)
    expect(shown()).toEqual(fields)
    expect(document.querySelector('form')!.outerHTML).not.toMatch(/jane|Ulm|89073/)
    await expect.element(field('City')).toHaveValue('•••')
    await expect.element(field('Country')).toHaveValue('DE')
    const next = { ...facts, orderNumber: 'A-2' }
    const before = fixture.answers['/api/checkout']![0] as object
    fixture.answers['/api/checkout'] = [
      { ...before, ...next, outcome: { state: 'open', ...next }, asks: [{ data: 'billing' }] },
    ]
    await fixture.frame.open({ ticket: 'the.other.ticket', locale: 'en', appearance: { scheme: 'light' } })
    expect(shown()).toEqual(['number', 'expiry', 'cvc', 'holder', ...billing])
    for (const name of ['Card number', 'City']) await expect.element(field(name)).toHaveValue('')
  })

  test('that is too long stays as it was typed, and says how long it may be', async () => {
    fixture = await openFixture({ asks: [{ data: 'billing' }] })
    const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
    await field('City').click()
    await userEvent.keyboard(city)
    await field('ZIP code').click()
    await expect.element(field('City')).toHaveValue(city)
    await expect.element(field('City')).toHaveAccessibleDescription('Shorten this to 50 characters.')
  })

  test('stays after a decline', async () => {
    fixture = await openFixture({ asks: [{ data: 'billing' }] })
    fixture.answers['/api/pay'] = [declined]
    await fillCard()
    await field('Country').selectOptions('DE')
    await field('City').fill('Ulm')
    await field(/^Address/).fill('Main Street 1')
    await field('Postal code').fill('89073')
    await fixture.frame.submit()
    await fixture.frame.again()
    await expect.element(field('City')).toHaveValue('Ulm')
    await expect.element(field('Country')).toHaveValue('DE')
  })
})

describe('a code', () => {
  const { orderNumber, amount, currency } = facts
  const step = { kind: 'code', method: 'sbp', payload: 'https://qr.nspk.ru/1', remainingMs: 60_000, accepted: false }
  const code = { state: 'authenticate', orderNumber, amount, currency, orderId: 'order-1', step } as const
  const open = { state: 'open', orderNumber, amount, currency } as const

  test('is asked for without what was typed, and again while it is shown', async () => {
    fixture = await openFixture()
    fixture.answers['/api/code'] = [code, code]
    await fillCard()
    expect(await fixture.frame.payByCode('sbp')).toEqual(code)
    await expect.element(payButton()).not.toHaveTextContent('Paying…')
    expect(await fixture.frame.payByCode('sbp')).toEqual(code)
    expect(fixture.bodyOf('/api/code')).toEqual({ method: 'sbp' })
    expect(fixture.calls('mayPay')).toEqual([])
  })

  test('that is taken back leaves the form with all that was typed, also the security code', async () => {
    fixture = await openFixture()
    fixture.answers['/api/code'] = [code]
    fixture.answers['/api/cancel'] = [open]
    await fillCard()
    const typed = [field('Card number'), field('Security code')].map((one) => (one.element() as HTMLInputElement).value)
    await fixture.frame.payByCode('sbp')
    expect(await fixture.frame.cancel()).toEqual(open)
    await fixture.frame.again()
    await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
    expect(typed.every(Boolean)).toBe(true)
    await expect.element(field('Card number')).toHaveValue(typed[0]!)
    await expect.element(field('Security code')).toHaveValue(typed[1]!)
  })
})

describe('a wallet', () => {
  const wallet = { wallet: 'googlePay', paymentToken: 'dG9rZW4=' } as const
  const method = {
    state: 'authenticate',
    ...facts,
    orderId: 'order-1',
    step: { kind: 'method', nonce: 'n', continuation: 'the-continuation' },
  } as const

  test('pays by way of the proxy, with the browser and what its sheet has asked of the payer', async () => {
    fixture = await openFixture({ asks: [{ data: 'email' }, { data: 'phone' }] })
    await field('Email').fill('half@typed')
    const payer = { email: 'jane@shop.example', billing: { billingCity: 'Ulm' } }
    expect(await fixture.frame.payByWallet({ ...wallet, payer })).toEqual(paid)
    const { browser, ...rest } = fixture.bodyOf('/api/wallet/pay')
    expect(rest).toEqual({ ...wallet, payer, requestId: expect.any(String) })
    expect(browser).toMatchObject({ language: 'en-GB' })
    expect(fixture.calls('concluded')).toEqual([])
  })

  test('goes on after the method with the same token', async () => {
    fixture = await openFixture()
    fixture.answers['/api/wallet/pay'] = [method]
    fixture.answers['/api/wallet/authenticate'] = [paid]
    expect(await fixture.frame.payByWallet(wallet)).toEqual(method)
    // Its own button says how it goes.
    await expect.element(payButton()).toHaveAttribute('aria-disabled', 'true')
    await expect.element(payButton()).not.toHaveTextContent('Paying…')
    expect(await fixture.frame.authenticate()).toEqual(paid)
    expect(fixture.bodyOf('/api/wallet/authenticate')).toEqual({
      ...fixture.bodyOf('/api/wallet/pay'),
      requestId: expect.any(String),
      continuation: 'the-continuation',
    })
  })

  test('whose answer is lost is looked up, never sent again', async () => {
    fixture = await openFixture()
    fixture.answers['/api/wallet/pay'] = ['lost']
    fixture.answers['/api/withdraw'] = ['lost', declined]
    expect(await fixture.frame.payByWallet(wallet)).toEqual(declined)
    expect(fixture.paths().filter((path) => path === '/api/wallet/pay')).toHaveLength(1)
  })

  test('that is refused leaves the form, what was typed, and the stored cards as they were', async () => {
    const card = { bindingId: 'b', maskedPan: '411111**1111', expiry: '203412', expired: false }
    fixture = await openFixture({ savedCards: [card] })
    fixture.answers['/api/wallet/pay'] = [declined, { error: { code: 'busy', message: 'A sentence.' }, status: 409 }]
    await fixture.frame.payByWallet(wallet)
    await fixture.frame.again()
    await expect.element(page.getByTestId('saved-card')).not.toHaveTextContent('Declined')
    await expect(fixture.frame.payByWallet(wallet)).rejects.toMatchObject({ name: 'busy' })
    expect(fixture.calls('failed').map(([error]) => error.code)).toEqual(['busy'])
    await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
  })

  test('and the card do not pay at once', async () => {
    fixture = await openFixture()
    fixture.answers['/api/pay'] = [new Promise<object>(() => {})]
    await fillCard()
    void fixture.frame.submit()
    await expect.element(payButton()).toHaveTextContent('Paying…')
    await expect(fixture.frame.payByWallet(wallet)).rejects.toMatchObject({ name: 'frame_failed' })
    // The form is back when the same order is opened again, while the card still pays.
    const appearance = { scheme: 'light' } as const
    await fixture.frame.open({ ticket: 'the.order.ticket', locale: 'en', appearance })
    await expect.element(payButton()).toHaveTextContent('Pay €1,299.00')
    await expect(fixture.frame.payByWallet(wallet)).rejects.toMatchObject({ name: 'frame_failed' })
    expect(fixture.paths()).not.toContain('/api/wallet/pay')
  })

  test('that wants a merchant session gets the one that the proxy opened', async () => {
    fixture = await openFixture()
    fixture.answers['/api/wallet/session'] = [{ session: { nonce: 'n', epochTimestamp: 1 } }]
    expect(await fixture.frame.walletSession('https://wallet.example/session')).toEqual({
      nonce: 'n',
      epochTimestamp: 1,
    })
    expect(fixture.bodyOf('/api/wallet/session')).toEqual({ validationURL: 'https://wallet.example/session' })
  })
})
