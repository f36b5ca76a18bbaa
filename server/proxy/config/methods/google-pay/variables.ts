import type { Variable } from '../../variable.ts'

/** The variables of Google Pay. */
export const googlePayVariables = [
  {
    name: 'TENDER_GOOGLE_PAY_KEYS',
    standard: 'none',
    what: "private keys with which Google Pay's tokens are opened here: PEM, or Base64 of PKCS #8 separated by commas; without them the gateway opens it",
  },
  {
    name: 'TENDER_GOOGLE_PAY_RECIPIENT',
    standard: 'none',
    what: 'whom the tokens must be for: `merchant:<merchantId>` or `gateway:<gatewayId>`',
  },
  {
    name: 'TENDER_GOOGLE_PAY_ROOTS',
    standard: 'none',
    what: "JSON of Google's root signing keys (`keys.json`), as Google publishes it",
  },
  {
    name: 'TENDER_GOOGLE_PAY_NAME',
    standard: 'none',
    what: "the merchant's name on Google Pay's sheet; none offers no Google Pay",
  },
  {
    name: 'TENDER_GOOGLE_PAY_COUNTRY',
    standard: 'none',
    what: "the merchant's country, two letters (ISO 3166); required with the name",
  },
  {
    name: 'TENDER_GOOGLE_PAY_NETWORKS',
    standard: 'visa,mastercard',
    what: 'card networks that Google Pay may use, in lower case',
  },
  {
    name: 'TENDER_GOOGLE_PAY_AUTH_METHODS',
    standard: 'PAN_ONLY,CRYPTOGRAM_3DS',
    what: "whether cards on file (`PAN_ONLY`, with 3-D Secure) and devices' numbers (`CRYPTOGRAM_3DS`) are taken",
  },
  { name: 'TENDER_GOOGLE_PAY_ENVIRONMENT', standard: 'TEST', what: "Google Pay's: `TEST` or `PRODUCTION`" },
  { name: 'TENDER_GOOGLE_PAY_GATEWAY', standard: 'none', what: "Google's name of the gateway; required with the name" },
  {
    name: 'TENDER_GOOGLE_PAY_GATEWAY_MERCHANT_ID',
    standard: 'TENDER_GATEWAY_MERCHANT',
    what: "the merchant's identifier at the gateway, as Google's tokens name it",
  },
  {
    name: 'TENDER_GOOGLE_PAY_MERCHANT_ID',
    standard: 'none',
    what: "the merchant's identifier at Google; required in `PRODUCTION`",
  },
  {
    name: 'TENDER_GOOGLE_PAY_SHEET',
    standard: 'none',
    what: 'address of the sandbox wallet that stands in for Google Pay; refused unless the gateway is on this machine',
  },
  {
    name: 'TENDER_GATEWAY_GOOGLE_PAY_SEGMENT',
    standard: "the profile's",
    what: 'segment of Google Pay’s operations at the gateway, such as `google` in `/payment/google/payment.do`',
  },
] as const satisfies readonly Variable[]
