import type { Variable } from '../../variable.ts'

/** SHA-256 of the certificate as Apple publishes it. */
export const APPLE_ROOT_CA_G3 = '63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179'

/** The variables of Apple Pay. */
export const applePayVariables = [
  {
    name: 'TENDER_APPLE_PAY_KEY',
    standard: 'none',
    what: "PEM of the payment processing key with which Apple Pay's data is opened here, or of several for rotation; without it the gateway opens it",
  },
  {
    name: 'TENDER_APPLE_PAY_MERCHANT_ID',
    standard: 'none',
    what: 'the merchant identifier at Apple, such as `merchant.example.shop`',
  },
  { name: 'TENDER_APPLE_PAY_ROOT', standard: 'none', what: 'PEM of Apple Root CA - G3, as Apple publishes it' },
  {
    name: 'TENDER_APPLE_PAY_ROOT_SHA256',
    standard: APPLE_ROOT_CA_G3,
    what: 'fingerprint that this root must have; the default is that of Apple Root CA - G3',
  },
  {
    name: 'TENDER_APPLE_PAY_NAME',
    standard: 'none',
    what: "the merchant's name on Apple Pay's sheet; none offers no Apple Pay",
  },
  {
    name: 'TENDER_APPLE_PAY_COUNTRY',
    standard: 'none',
    what: "the merchant's country, two letters (ISO 3166); required with the name",
  },
  {
    name: 'TENDER_APPLE_PAY_NETWORKS',
    standard: 'visa,mastercard',
    what: 'card networks that Apple Pay may use, in lower case',
  },
  {
    name: 'TENDER_APPLE_PAY_IDENTITY_CERT',
    standard: 'none',
    what: 'PEM of the merchant identity certificate, which opens sessions at Apple; `\\n` may stand for line ends',
  },
  { name: 'TENDER_APPLE_PAY_IDENTITY_KEY', standard: 'none', what: 'PEM of its private key' },
  {
    name: 'TENDER_APPLE_PAY_SHEET',
    standard: 'none',
    what: 'address of the sandbox wallet that stands in for Apple Pay; refused unless the gateway is on this machine',
  },
  {
    name: 'TENDER_GATEWAY_APPLE_PAY_SEGMENT',
    standard: "the profile's",
    what: 'segment of Apple Pay’s operations at the gateway, such as `applepay` in `/payment/applepay/payment.do`',
  },
] as const satisfies readonly Variable[]
