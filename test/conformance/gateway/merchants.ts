import type { Merchant } from '#sandbox/gateway/merchants/merchants.ts'
import { permissions, type Permission } from '#sandbox/gateway/merchants/permissions.ts'
import { ours } from '../../support/signing-keys.ts'

export const merchant = {
  login: 'shop-api',
  password: 'shop-password',
  token: 'shop-token',
  name: 'A shop',
  mcc: '5732',
  currency: '933',
} as const

/** Has every permission. */
const trusted: Merchant = {
  ...merchant,
  login: 'trusted-api',
  token: 'trusted-token',
  permissions: Object.keys(permissions) as Permission[],
}
/** Has no permission, and every demand that a merchant can make of a payer. */
const strict: Merchant = {
  ...merchant,
  login: 'strict-api',
  token: 'strict-token',
  permissions: [],
  demands: ['contact', 'billing', 'bindingCvc'],
  sessionTimeoutSecs: 60,
}
/** Must send the client's e-mail and a callback address with each request. */
const notifying: Merchant = {
  ...merchant,
  login: 'notifying-api',
  token: 'notifying-token',
  demands: ['callbackAddress', 'email'],
}
/** A child of the first. */
const child: Merchant = {
  ...merchant,
  login: 'child-api',
  token: 'child-token',
  parent: merchant.login,
  inn: '7700000001',
}
export const signingKeys = ours
/** Must sign every request. */
export const signingMerchant: Merchant = {
  ...merchant,
  login: 'signing-api',
  token: 'signing-token',
  certificate: ours.certificate,
  signature: 'required',
}
/** Its texts are in Russian by default, and it may send two requests a second. */
const slow: Merchant = { ...merchant, login: 'slow-api', token: 'slow-token', language: 'ru', requestsPerSecond: 2 }
const other: Merchant = { ...merchant, login: 'other-api', token: 'other-token' }

type Login = { readonly userName: string; readonly password: string }
export const credentials: Login = { userName: merchant.login, password: merchant.password }
export const byTrusted = { ...credentials, userName: trusted.login }
export const byStrict = { ...credentials, userName: strict.login }
export const byNotifying = { ...credentials, userName: notifying.login }
export const byChild = { ...credentials, userName: child.login }
export const bySigning = { ...credentials, userName: signingMerchant.login }
export const bySlow = { ...credentials, userName: slow.login }
export const byOther = { ...credentials, userName: other.login }

/** All merchants of a fixture's gateway. */
export const merchants: readonly Merchant[] = [
  merchant,
  other,
  trusted,
  strict,
  notifying,
  child,
  slow,
  signingMerchant,
]
