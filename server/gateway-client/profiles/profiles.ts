import { codeOperations } from '#server-contract/methods/codes.ts'
import { walletNames } from '#contract/methods/methods.ts'
import { banks } from './banks.ts'
import { current, segmentsBy } from './current.ts'
import { operationsOf, type GatewayProfile } from './profile.ts'

/**
 * The kinds of systems by the name that `TENDER_GATEWAY_PROFILE` takes. Each of their values can be set alone, too.
 *
 * @example
 * ```ts
 * import { gatewayProfiles } from 'tender-checkout/server'
 *
 * for (const [name, { summary }] of Object.entries(gatewayProfiles)) console.log(`${name}: ${summary}`)
 * ```
 */
export const gatewayProfiles = {
  current,
  specification: {
    ...current,
    summary: 'systems whose wallets have the segments of the specification',
    segments: segmentsBy(({ specified }) => specified),
  },
  rouble: {
    ...current,
    summary: 'merchants of Russian banks whose orders answer 810, the rouble’s code until 2004, for 643',
    currencyAliases: { 810: '643' },
  },
  legacy: {
    ...current,
    summary: 'older releases: 810 for 643, no acsRedirect.do, refunds not listed in the status, codes as text',
    currencyAliases: { 810: '643' },
    acsRedirect: 'post',
    lacksOrderId: true,
    absent: ['acsRedirect'],
  },
  cards: {
    ...current,
    summary:
      'banks that offer cards alone: no wallets, no payments by a code, no mail or telephone orders, no recurrent payments',
    acsRedirect: 'post',
    absent: [
      'acsRedirect',
      'motoPayment',
      'recurrentPayment',
      ...walletNames.flatMap(operationsOf),
      ...(Object.keys(codeOperations) as (keyof typeof codeOperations)[]),
    ],
  },
  ...banks,
} satisfies Readonly<Record<string, GatewayProfile>>

export type ProfileName = keyof typeof gatewayProfiles

export const profileNames = Object.keys(gatewayProfiles) as readonly ProfileName[]
