import type { OffPageMethodName } from '#contract/methods/methods.ts'
import { sendPayment, type Paying } from './pay-by-wallet.ts'

/**
 * Gets a code of the order, with the shop's permission, or does instead what leads away from this page; `sent` is called
 * once that begins.
 */
export async function payByCode(
  payment: Paying,
  method: OffPageMethodName,
  sent: () => void,
  instead?: () => void,
): Promise<void> {
  const begun = payment.begin(method)
  if (!begun) return
  const { granted, signal } = begun
  const isGranted = await granted.catch(() => false)
  if (signal.aborted) return
  if (!isGranted) return payment.returnToForm()
  sent()
  if (instead) return instead()
  await sendPayment(payment, () => payment.card().payByCode(method), signal)
}
