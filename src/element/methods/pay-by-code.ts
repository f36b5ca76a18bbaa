import type { CodeMethodName } from '#contract/methods/methods.ts'
import { sendPayment, type Paying } from './pay-by-wallet.ts'

/** Gets a code of the order, with the shop's permission; `sent` is called once it is asked for. */
export async function payByCode(payment: Paying, method: CodeMethodName, sent: () => void): Promise<void> {
  const begun = payment.begin(method)
  if (!begun) return
  const { granted, signal } = begun
  const isGranted = await granted.catch(() => false)
  if (signal.aborted) return
  if (!isGranted) return payment.returnToForm()
  sent()
  await sendPayment(payment, () => payment.card().payByCode(method), signal)
}
