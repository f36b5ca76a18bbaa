import type { Ready, Subject } from '../browser/subject.ts'

/** A checkout of another vendor, or a library for the card number, from npm. */
export interface Peer extends Pick<Subject, 'types' | 'isFloor'> {
  /** The folder of its page and its files. */
  readonly id: string
  readonly name: string
  readonly ready: Ready
  /** The module that is bundled: what a page would import for a card form. */
  readonly entry: string
  /** Whether the page links the style sheet that the module imports. */
  readonly isStyled?: true
  /** The body of the page, and the script at its end. */
  readonly body?: string
  readonly start: string
}

const inBase64 = (value: object): string => btoa(JSON.stringify(value))

const CLIENT_API = 'https://api.sandbox.braintreegateway.com:443/merchants/bench/client_api'
const ASSETS = 'https://assets.braintreegateway.com'

/** What Braintree's server gives a shop for one payment; it names the servers, which are stubs here. */
const braintreeToken = inBase64({
  version: 2,
  environment: 'sandbox',
  merchantId: 'bench',
  authorizationFingerprint: 'bench|created_at=2026-01-01T00:00:00Z&merchant_id=bench',
  configUrl: `${CLIENT_API}/v1/configuration`,
  clientApiUrl: CLIENT_API,
  assetsUrl: ASSETS,
})

/** The answer of Braintree's server to the page. */
export const braintreeConfiguration = {
  environment: 'sandbox',
  merchantId: 'bench',
  merchantAccountId: 'bench',
  clientApiUrl: CLIENT_API,
  assetsUrl: ASSETS,
  analytics: { url: 'https://analytics.sandbox.braintree-api.com/bench' },
  challenges: ['cvv'],
  creditCards: { supportedCardTypes: ['Visa', 'MasterCard', 'American Express', 'JCB'] },
  threeDSecureEnabled: false,
  paypalEnabled: false,
  venmo: 'off',
}

const field = (id: string, label: string): string =>
  `<label>${label}<div id="${id}" style="height:40px;border:1px solid #999"></div></label>`

const frameInput = '#number'

export const peers: readonly Peer[] = [
  {
    id: 'maskito',
    name: 'the bare input, formatted by Maskito',
    ready: { page: '#number[data-formatted]' },
    types: 'page',
    entry: `import { Maskito } from '@maskito/core'
globalThis.Maskito = Maskito`,
    body: '<input id="number" inputmode="numeric" autocomplete="cc-number" style="font:16px sans-serif">',
    start: `const [field, four] = [document.querySelector('#number'), Array(4).fill(/\\d/)]
new Maskito(field, { mask: [...four, ' ', ...four, ' ', ...four, ' ', ...four] })
field.dataset.formatted = ''`,
  },
  {
    id: 'moyasar',
    name: 'Moyasar form, in the page',
    ready: { page: '#mysr-cc-number' },
    types: 'page',
    isStyled: true,
    entry: `import * as module from 'moyasar-payment-form'
import 'moyasar-payment-form/dist/moyasar.css'
globalThis.Moyasar = module.default ?? module`,
    start: `Moyasar.init({ element: '#form', amount: 4990, currency: 'SAR', language: 'en', description: 'bench',
publishable_api_key: 'pk_test_bench', callback_url: 'https://shop.example/', methods: ['creditcard'],
supported_networks: ['visa', 'mastercard', 'mada'] })`,
  },
  {
    id: 'braintree-fields',
    name: 'Braintree Hosted Fields',
    ready: { page: '#form[data-created]', frame: frameInput },
    isFloor: true,
    entry: `import client from 'braintree-web/client'
import hostedFields from 'braintree-web/hosted-fields'
globalThis.braintree = { client, hostedFields }`,
    body: `<form id="form">${field('card', 'Card number')}${field('expiry', 'Expiry')}${field('code', 'CVV')}<button>Pay</button></form>`,
    start: `braintree.client.create({ authorization: '${braintreeToken}' }).then((client) => braintree.hostedFields.create({
client, styles: { input: { 'font-size': '16px' } },
fields: { number: { container: '#card' }, expirationDate: { container: '#expiry' }, cvv: { container: '#code' } },
})).then(() => (document.querySelector('#form').dataset.created = ''))`,
  },
  {
    id: 'braintree-drop-in',
    name: 'Braintree Drop-in',
    ready: { page: '.braintree-loaded [data-braintree-id="card"]', frame: frameInput },
    isFloor: true,
    entry: `import dropin from 'braintree-web-drop-in'
import 'braintree-web-drop-in/dropin.css'
globalThis.braintree = { dropin }`,
    start: `braintree.dropin.create({ authorization: '${braintreeToken}', container: '#form' })`,
  },
  {
    id: 'adyen-drop-in',
    name: 'Adyen Web Drop-in',
    ready: {
      page: '.adyen-checkout__card-input .adyen-checkout__loading-input__form:not(.loading-input__form--loading)',
      frame: frameInput,
    },
    isFloor: true,
    isStyled: true,
    entry: `import { AdyenCheckout, Card, Dropin } from '@adyen/adyen-web'
import '@adyen/adyen-web/styles/adyen.css'
globalThis.adyen = { AdyenCheckout, Card, Dropin }`,
    start: `const { AdyenCheckout, Card, Dropin } = adyen
AdyenCheckout({ clientKey: 'test_BENCHBENCHBENCHBENCHBENCHBENCHBE', environment: 'test', locale: 'en-US', countryCode: 'NL',
amount: { value: 4990, currency: 'EUR' },
paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
onSubmit() {}, onAdditionalDetails() {} })
.then((checkout) => new Dropin(checkout, { paymentMethodComponents: [Card], openFirstPaymentMethod: true }).mount('#form'))`,
  },
]

/** Further bundles: what runs in the stubs of the vendors' frames. */
export const frameEntries: Readonly<Record<string, string>> = {
  'braintree-frame': `import Framebus from 'framebus'
const kind = name.replace(/^braintree-hosted-field-/, '')
document.querySelector('input').id = kind
new Framebus({ channel: location.hash.slice(1).split('&')[0] }).emit('hosted-fields:FRAME_READY', { field: kind }, () => {})`,
}
