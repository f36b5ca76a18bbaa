import { walletNames, type WalletName } from '#contract/methods/methods.ts'
import { walletSegments } from '#server-contract/methods/segments.ts'
import type { GatewayProfile } from './profile.ts'

export const segmentsBy = (of: (segments: (typeof walletSegments)[WalletName]) => string): GatewayProfile['segments'] =>
  Object.fromEntries(walletNames.map((name) => [name, of(walletSegments[name])])) as GatewayProfile['segments']

/** Systems as the vendor's current manual describes them. */
export const current: GatewayProfile = {
  summary: 'current systems: wallets by their names, refunds listed in the status, 3-D Secure 2',
  path: '/payment',
  segments: segmentsBy(({ family }) => family),
  currencyAliases: {},
  hosts: [],
  params: {},
  orderNumberLength: 36,
  orderStatusAliases: {},
  acsRedirect: 'gateway',
  cardsInPage: true,
  absent: [],
}
