import type { ProxyErrorCode } from '#contract/proxy-errors.ts'
import { codeMethodNames } from '#contract/methods/methods.ts'
import type { merchantApi, Try } from '#server-contract/merchant/merchant.ts'
import type { Answer, Request } from '#contract/operation.ts'
import { versionOf } from '#proxy/orders/version.ts'

/** The description of each field of the merchant's requests, for the reference. */
export const words: Readonly<Record<string, string>> = {
  orderNumber: 'yours, one per order; it is the key under which nothing is charged twice',
  amount: 'minor units; where it may be left out, that is all of it',
  currency: 'ISO 4217, by its letters or its number, `EUR` or `978`',
  from: 'the beginning of the period, with its offset; in an address `+` is `%2B`',
  to: 'the end of the period, which is included to the second; now when left out',
  by: 'whether it was `registered` in the period, as when left out, or `paid`: then unpaid ones are not listed',
  state: 'repeated for several; `open` lists undecided ones too, `reversed` verified and `declined` cancelled ones',
  page: 'from 1, as when left out',
  size: 'of a page; 50 when left out',
  newExpiry: 'of the card that replaced the stored one, YYYYMM',
  order: 'the claims of a [ticket](tickets.md), but for those about the ticket itself; `returnUrl` may be left out',
  expiresIn: 'seconds until the link ends, 2592000 (30 days) at most; 86400 (a day) when left out',
  reference: 'yours; comes back with the order, in lists and in webhooks',
  refundId: 'yours; the same one again changes nothing',
  clientId: 'your number of the client',
  bindingId: "the stored card or account, one of the client's own",
  description: 'for your own lists at the gateway',
  cardholder: 'as on the card, in Latin letters; see [the name on the card](payment-methods.md#the-name-on-the-card)',
  seToken: "the card, sealed with the gateway's public key (`/payment/se/keys.do`) for an empty mdOrder",
  pan: 'the card number in the clear; needs `TENDER_PLAIN_CARDS=allowed`',
  expiry: 'of `pan`, YYYYMM',
  cvc: 'of `pan` or of the stored card; needs `TENDER_PLAIN_CARDS=allowed`',
  language: "of the gateway's messages",
  email: 'of the payer; needed for some cards and by some merchants',
  phone: 'of the payer, with the country code',
  ip: "the payer's address",
  postAddress: 'delivery address',
  orderBundle: 'the basket, see [baskets](tickets.md#baskets-and-fiscal-receipts)',
  taxSystem: 'tax system of the fiscal receipt, by its number at the bank',
  additionalOfdParams: 'attributes of the whole fiscal receipt',
  feeInput: 'a fee in minor units, charged besides `amount`; needs a permission at the gateway',
  merchantLogin: 'login of the child merchant whose order it is, and whose client and card are meant',
  returnUrl: 'where the gateway would lead a payer; with `wallet` Google Pay only',
  failUrl: 'the same after a failed payment',
  threeDSProtocolVersion: 'of 3-D Secure; only where the proxy opens the token',
  preAuth: 'holds the amount instead of debiting it',
  autocompletionDate: 'UTC+3; the hold is debited then (needs enabling at the gateway)',
  autoReverseDate: 'UTC+3; the hold is given back then (needs enabling at the gateway)',
  features: 'as the gateway specifies them',
  jsonParams: 'names and values that the gateway keeps with the order',
  additionalParameters: 'names and values that the gateway keeps with the order',
  dynamicCallbackUrl: "where the gateway sends this order's notices instead",
  billingPayerData: 'see [payer blocks](#payer-blocks)',
  shippingPayerData: 'see [payer blocks](#payer-blocks)',
  preOrderPayerData: 'see [payer blocks](#payer-blocks)',
  orderPayerData: 'see [payer blocks](#payer-blocks)',
  billingAndShippingAddressMatchIndicator: 'whether the two addresses are the same',
  wallet: 'the wallet that made the token',
  paymentToken: 'as the wallet gave it: an object, its JSON, or Base64 of that',
  open: 'whether the proxy opens the token itself; left out, it does where it has the keys',
  tii: '`CI` stores the card for common, `RI` for recurrent payments; `U`, `R` and `F` charge a token that was paid with before, opened by the proxy',
  originalPaymentNetRefNum: "the network's reference of the first payment; with tii `U`, `R` and `F`",
  originalPaymentDate: 'when the first payment was made, Unix milliseconds; with tii `U`, `R` and `F`',
  externalScaExemptionIndicator:
    'the exemption from strong customer authentication, such as `LVP` or `TRA`; needs a permission at the gateway',
}

interface Example<Requested, Report> {
  readonly request: Requested
  readonly answer: Report
  /** The refusals of this operation, beside the faults of every operation. */
  readonly faults: readonly ProxyErrorCode[]
}

const order = (orderNumber: string, state: 'held' | 'paid' | 'refunded' | 'cancelled', more: Partial<Try> = {}) => {
  const current: Try = {
    orderNumber,
    orderId: '0a4e2f1c-9d53-7b8e-a1c6-5f2d0e7b3c94',
    state,
    amount: 4990,
    currency: '978',
    ...more,
  }
  return { orderNumber, state, current, tries: [current], version: versionOf([current]) }
}
const paid = {
  depositedAmount: 4990,
  refundedAmount: 0,
  totalAmount: 4990,
  feeAmount: 0,
  maskedPan: '411111**1111',
  expiration: '203412',
  approvalCode: '123456',
  authRefNum: '501208456791',
  eci: '05',
  terminalId: '12345678',
  bankName: 'A Bank',
  bankCountryCode: 'LT',
  date: 1767225600000,
}
const card = {
  bindingId: 'b7d1c2a0-3e5f-4c6b',
  maskedPan: '411111**1111',
  expiryDate: '203412',
  bindingCategory: 'COMMON' as const,
}
const account = {
  bindingId: 'c81e728d-9d4c-2f63',
  method: codeMethodNames[0]!,
  bankName: 'A bank',
  createdDate: 1767225600000,
}
const terms = { amount: 4990, currency: '978' }
const stored = { ...terms, clientId: 'jane', bindingId: card.bindingId }
const charged: readonly ProxyErrorCode[] = ['order_mismatch', 'state_refused', 'gateway_refused', 'answer_lost', 'busy']
const changed: readonly ProxyErrorCode[] = ['order_unknown', 'state_refused', 'gateway_refused', 'answer_lost']

/** An example of each operation; each is checked against the contract when the reference is generated. */
export const examples: {
  readonly [Name in keyof typeof merchantApi]: Example<
    Request<(typeof merchantApi)[Name]>,
    Answer<(typeof merchantApi)[Name]>
  >
} = {
  order: {
    request: { orderNumber: 'A-17' },
    answer: order('A-17', 'paid', paid),
    faults: ['order_unknown', 'state_refused'],
  },
  orders: {
    request: {
      from: '2030-05-01T00:00:00+03:00',
      to: '2030-05-01T23:59:59+03:00',
      by: 'paid',
      state: ['paid', 'refunded'],
      page: 1,
      size: 200,
    },
    answer: { tries: [{ order: 'A-17', ...order('A-17-2', 'paid', paid).current }], total: 1, page: 1, size: 200 },
    faults: ['gateway_refused'],
  },
  receipts: {
    request: { orderNumber: 'A-17' },
    answer: {
      receipts: [
        {
          kind: 'payment',
          state: 'delivered',
          uuid: '7d2c1b0a-4e3f-4a5b-8c6d-9e0f1a2b3c4d',
          amountTotal: '49.90',
          receiptDateTime: '1767225600000',
          shiftNumber: '23',
          fiscalReceiptNumber: '6',
          fnNumber: '9999078900001234',
          ecrRegistrationNumber: '0000000012345678',
          fiscalDocumentNumber: '133',
          fiscalDocumentAttribute: '3449555941',
        },
      ],
    },
    faults: ['order_unknown', 'gateway_refused'],
  },
  capture: { request: { orderNumber: 'A-17', amount: 4990 }, answer: order('A-17', 'paid', paid), faults: changed },
  cancel: {
    request: { orderNumber: 'A-17' },
    answer: order('A-17', 'cancelled', { reason: 'not_processed' }),
    faults: [...changed, 'busy'],
  },
  refund: {
    request: { orderNumber: 'A-17', amount: 1000, refundId: 'return-3' },
    answer: order('A-17', 'refunded', { ...paid, refundedAmount: 1000 }),
    faults: changed,
  },
  cards: { request: { clientId: 'jane' }, answer: { cards: [card], accounts: [account] }, faults: ['gateway_refused'] },
  removeCard: {
    request: { clientId: 'jane', bindingId: card.bindingId },
    answer: { cards: [], accounts: [] },
    faults: ['not_found', 'gateway_refused', 'answer_lost'],
  },
  extendCard: {
    request: { clientId: 'jane', bindingId: card.bindingId, newExpiry: '203712' },
    answer: { cards: [{ ...card, expiryDate: '203712' }] },
    faults: ['not_found', 'gateway_refused', 'answer_lost'],
  },
  charge: {
    request: { orderNumber: 'S-1', ...stored, description: 'March' },
    answer: order('S-1', 'paid', paid),
    faults: ['not_found', 'order_refused', ...charged],
  },
  chargeRecurrent: {
    request: { orderNumber: 'S-2', ...stored, ip: '192.0.2.7', additionalParameters: { contract: 'C-5' } },
    answer: order('S-2', 'paid', paid),
    faults: ['not_found', ...charged],
  },
  moto: {
    request: { orderNumber: 'M-1', ...terms, cardholder: 'JANE DOE', seToken: 'BQ7c…', preAuth: true },
    answer: order('M-1', 'held', { approvedAmount: 4990, maskedPan: '411111**1111', date: 1767225600000 }),
    faults: ['not_found', ...charged],
  },
  wallet: {
    request: {
      orderNumber: 'W-1',
      ...terms,
      wallet: 'googlePay',
      paymentToken: 'eyJwcm90b2NvbFZlcnNpb24i…',
      clientId: 'jane',
      ip: '192.0.2.7',
    },
    answer: order('W-1', 'paid', paid),
    faults: charged,
  },
  link: {
    request: { order: { orderNumber: 'A-17', ...terms, description: 'Two tickets' }, expiresIn: 604_800 },
    answer: { url: 'https://pay-shop.example/link/mV3f…', expiresAt: 1767830400000, qr: '<svg …>…</svg>' },
    faults: [],
  },
  testWebhook: {
    request: {},
    answer: { delivered: true, status: 204 },
    faults: ['webhook_missing'],
  },
}
