import type { WalletPayment } from '#bridge/protocol.ts'
import type { WalletName } from '#contract/methods/methods.ts'
import type { Outcome } from '#contract/checkout.ts'
import type { State } from '../state/checkout-state.ts'
import { linkedController } from '../state/linked-controller.ts'
import type { Payment } from '../state/payment.ts'
import type { StartedPayment } from '../state/payment-host.ts'
import type { SheetResult, SheetVerdict } from './wallet.ts'

/** Opens a wallet's sheet; `leave` ends the wait for it. */
type Open = (signal: AbortSignal, leave: () => void) => Promise<SheetResult | 'cancelled'>
export type Paying = Pick<Payment, 'begin' | 'returnToForm' | 'card' | 'take' | 'markUncertain' | 'state'>

const verdicts: Readonly<Partial<Record<State, SheetVerdict>>> = {
  paid: 'success',
  held: 'success',
  verified: 'success',
  refunded: 'success',
  declined: 'failure',
  cancelled: 'failure',
  expired: 'failure',
}

/**
 * Pays with a wallet. `open` is called at once, during the shopper's gesture, and therefore before the shop has given
 * its permission; the wallet's token is sent only with that permission. `label` is the name that an error shows.
 */
export async function payByWallet(payment: Paying, wallet: WalletName, label: string, open: Open): Promise<void> {
  const begun = payment.begin(wallet)
  if (!begun) return
  const { signal } = begun
  const result = await grantedResult(begun, open).catch((error: unknown) => {
    if (!signal.aborted)
      payment.returnToForm({ code: 'wallet_failed', message: String(error), field: wallet, wallet: label })
  })
  if (result) {
    await sendPayment(payment, () => payment.card().payByWallet(tokenOf(wallet, result)), signal)
    result.conclude(verdicts[payment.state] ?? 'unknown')
  } else if (!signal.aborted) payment.returnToForm()
}

/**
 * What the sheet gives, if the shop permits to send it; a refusal, the end of the payment, and a shopper who leaves close
 * the sheet. One that cannot be closed, or never answers, is waited for no longer, and a token that comes later pays nothing.
 */
async function grantedResult({ granted, signal }: StartedPayment, open: Open): Promise<SheetResult | undefined> {
  const over = linkedController(signal)
  const close = (): void => over.abort()
  granted.then((isGranted) => isGranted || close(), close)
  const left = new Promise<'cancelled'>((resolve) => over.signal.addEventListener('abort', () => resolve('cancelled')))
  const sheet = open(over.signal, close)
  sheet.then(
    (late) => over.signal.aborted && late !== 'cancelled' && late.conclude('unknown'),
    () => undefined, // handled below, unless it comes too late
  )
  const result = await Promise.race([sheet, left])
  if (result === 'cancelled') return undefined
  if ((await granted) && !signal.aborted) return result
  result.conclude('unknown')
  return undefined
}

/** From here on the payment may have been made, so only the order's status can say that it was not. */
export async function sendPayment(payment: Paying, ask: () => Promise<Outcome>, signal: AbortSignal): Promise<void> {
  const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const request = (async () => await ask())()
  const outcome = await Promise.race([request, over]).catch((error: unknown) => {
    // An error that the frame has reported by `failed` is already handled.
    if (!signal.aborted && payment.state === 'submitting')
      payment.markUncertain({ code: 'frame_error', message: String(error) })
  })
  if (outcome && !signal.aborted) payment.take(outcome, 'live')
}

const tokenOf = (wallet: WalletName, { paymentToken, payer }: SheetResult): WalletPayment => ({
  wallet,
  paymentToken,
  ...(payer && { payer }),
})
