import { current } from './current.ts'
import type { GatewayProfile } from './profile.ts'

const redirecting = { ...current, cardsInPage: false } as const satisfies GatewayProfile

/** The rouble's code until 2004, which older accounts of Russian banks answer. */
const rouble = { 810: '643' } as const

/** A parameter without which some banks use 3-D Secure 1, or none. */
const FORCE_3DS2 = { FORCE_3DS2: 'true' } as const

/** Single banks whose systems differ, as public documents and clients describe them; nobody tried one here. */
export const banks = {
  satim: {
    ...redirecting,
    summary: 'SATIM, Algeria (CIB, Edahabia)',
    hosts: ['satim.dz', 'cib.satim.dz', 'test.satim.dz', 'test2.satim.dz'],
    oldStatus: true,
    acknowledges: true,
    languages: ['FR', 'AR', 'EN'],
    params: { udf1: '{orderNumber}' },
    neededParams: ['force_terminal_id'],
    orderNumberLength: 10,
    // −1 is a decline; 7 to 10 are a card added, changed or verified, and a template, none of which is a payment.
    orderStatusAliases: { '-1': 6, 7: 7, 8: 7, 9: 7, 10: 7, 11: 2 },
  },
  jcc: { ...current, summary: 'JCC, Cyprus', hosts: ['gateway.jcc.com.cy', 'gateway-test.jcc.com.cy'] },
  'bt-ipay': {
    ...redirecting,
    summary: 'Banca Transilvania, Romania (BT iPay)',
    hosts: ['ecclients.btrl.ro', 'ecclients-sandbox.btrl.ro'],
    basic: true,
    params: FORCE_3DS2,
    needsBasket: true,
  },
  arca: {
    ...redirecting,
    summary: 'ArCa, Armenia, and its banks (IDBank, Inecobank, ACBA)',
    hosts: ['ipay.arca.am', 'ipaytest.arca.am'],
    params: FORCE_3DS2,
  },
  clictopay: {
    ...redirecting,
    summary: 'ClicToPay, Tunisia',
    hosts: ['ipay.clictopay.com', 'test.clictopay.com'],
    oldStatus: true,
  },
  bomapay: { ...current, summary: 'BCI, Cook Islands (BomaPay)', hosts: ['api.bomapay.com'] },
  khan: {
    ...redirecting,
    summary: 'Khan Bank, Mongolia',
    hosts: ['epg.khanbank.com', 'epp.khanbank.com'],
    oldStatus: true,
  },
  vbrr: { ...redirecting, summary: 'VBRR, Russia', currencyAliases: rouble },
  mts: {
    ...current,
    summary: 'MTS Bank, Russia',
    hosts: ['oplata.mtsbank.ru', 'mts.rbsuat.com'],
    currencyAliases: rouble,
  },
  yookassa: {
    ...redirecting,
    summary: 'YooKassa, Russia: its address for merchants that Sber’s former gateway had',
    hosts: ['3dsec-payments.yookassa.ru'],
    currencyAliases: rouble,
  },
  'sber-ecomm': {
    ...redirecting,
    summary: 'Sber, Russia: the operations that take JSON',
    path: '/ecomm/gw/partner/api/v1',
    rest: '',
    hosts: ['ecommerce.sberbank.ru', 'epay.sberbank.ru', 'ecomtest.sberbank.ru', 'ecomift.sberbank.ru'],
    json: true,
    lacksOrderId: true,
    currencyAliases: rouble,
  },
  alfa: {
    ...current,
    summary: 'Alfa-Bank, Russia',
    hosts: ['payment.alfabank.ru', 'pay.alfabank.ru', 'alfa.rbsuat.com'],
    currencyAliases: rouble,
  },
} as const satisfies Readonly<Record<string, GatewayProfile>>
