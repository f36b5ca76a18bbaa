import { codeMethodNames, walletNames, type CodeMethodName, type WalletName } from '#contract/methods/methods.ts'
import type { WalletOffers } from '#contract/methods/offers.ts'
import { applePay, readAppleIdentity, type AppleIdentity, type AppleKeys } from './apple-pay/settings.ts'
import { isOn, type CodeConfig } from './code.ts'
import { googlePay, type GoogleKeys } from './google-pay/settings.ts'
import { sbp } from './sbp/settings.ts'
import type { Gateway, Reader, WalletConfig } from './wallet.ts'

/** What is read of each wallet. */
export const walletConfigs: Readonly<Record<WalletName, WalletConfig<unknown, unknown>>> = { applePay, googlePay }

/** What is read of each method by a code. */
const codeConfigs: Readonly<Record<CodeMethodName, CodeConfig>> = { sbp }

/** The wallets that the widget offers, as the merchant has set them up. */
export interface WalletSettings {
  readonly offers: WalletOffers
  readonly appleIdentity?: AppleIdentity
}

/** Keys that decrypt the wallets' tokens here, where the merchant has them; otherwise the gateway decrypts them. */
export interface WalletKeys {
  readonly applePay?: AppleKeys
  readonly googlePay?: GoogleKeys
}

/** Reads what the element needs of each wallet; one without a name is not offered. */
export function readWalletOffers(from: Reader, gateway: Gateway | undefined): WalletSettings {
  const appleIdentity = readAppleIdentity(from)
  const offers: WalletOffers = ofEach(({ readOffer }) => readOffer(from, gateway))
  if (Object.keys(offers).length && gateway && !gateway.merchant)
    from.wrong('TENDER_GATEWAY_MERCHANT', 'is required where a wallet is offered and TENDER_GATEWAY_TOKEN is set')
  return { offers, ...(appleIdentity && { appleIdentity }) }
}

/** Reads the keys of each wallet, which needs all of its variables for them, or none. */
export function readWalletKeys(from: Reader): WalletKeys {
  const read: WalletKeys = ofEach(({ readKeys }) => readKeys(from))
  const opened = walletNames.filter((name) => read[name])
  if (opened.length && from.text('TENDER_GATEWAY_USERNAME').length > LONGEST_LOGIN)
    from.wrong('TENDER_GATEWAY_USERNAME', `must have at most ${LONGEST_LOGIN} characters where wallets are opened here`)
  if (from.text('TENDER_GATEWAY_TOKEN'))
    for (const name of opened)
      from.wrong(
        walletConfigs[name].keys,
        'cannot be used with TENDER_GATEWAY_TOKEN: paymentDirect.do takes login and password only',
      )
  return read
}

/** Characters of `username` in paymentDirect.do (online gateway 4.10). */
const LONGEST_LOGIN = 30

const ofEach = (read: (wallet: (typeof walletConfigs)[WalletName]) => unknown): object =>
  Object.fromEntries(
    walletNames.flatMap((name) => {
      const value = read(walletConfigs[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Reads which methods by a code are switched on. */
export const readCodeMethods = (from: Reader, gateway: Parameters<typeof isOn>[2]): readonly CodeMethodName[] =>
  codeMethodNames.filter((name) => isOn(from, codeConfigs[name], gateway))

/** Variables that offer every wallet of the sandbox, whose sheets are below an address. */
export const sandboxWallets = (merchantName: string, sheets: string): Readonly<Record<string, string>> =>
  Object.assign({}, ...walletNames.map((name) => walletConfigs[name].inSandbox(merchantName, `${sheets}/${name}`)))

/** Variables that offer every method by a code in front of a sandbox, which takes no token for them. */
export const sandboxCodes: Readonly<Record<string, string>> = Object.assign(
  {},
  ...codeMethodNames.map((name) => codeConfigs[name].inSandbox),
)
