import type { QrQuestion } from '#server-contract/methods/sbp/fields.ts'
import { credentials, post, registered, type Fixture } from './fixture.ts'

type Change = Parameters<typeof registered>[1]

/** A registered order that a bank's app can pay, 12.34 roubles. */
export const roubleOrder = (fixture: Fixture, change: Change = {}): Promise<string> =>
  registered(fixture, { currency: '643', ...change })

/** The id and the payload of an order's code. */
export async function codeOf(
  { gateway }: Fixture,
  mdOrder: string,
  change: Partial<QrQuestion> = {},
): Promise<{ readonly qrId: string; readonly payload: string }> {
  const { qrId, payload, errorMessage } = await gateway.sbpGetQr({ ...credentials, mdOrder, ...change })
  if (qrId === undefined || payload === undefined) throw new Error(errorMessage)
  return { qrId, payload }
}

/** Presses a button in the app of a bank. */
export const press = (
  fixture: Fixture,
  payload: string,
  act: 'confirm' | 'wait' | 'decline',
  bank = 'alder',
): Promise<Response> => post(fixture, `${payload}?bank=${bank}`, { act })

/** What is answered about a code. */
export const qrState = ({ gateway }: Fixture, mdOrder: string, qrId: string) =>
  gateway.sbpQrStatus({ ...credentials, mdOrder, qrId })

/** An order that a bank's app has paid. */
export async function paidByApp(fixture: Fixture, change: Change = {}, qr: Partial<QrQuestion> = {}): Promise<string> {
  const id = await roubleOrder(fixture, change)
  const { payload } = await codeOf(fixture, id, qr)
  await press(fixture, payload, 'confirm')
  return id
}

/** Stores a client's account by a payment; returns its bindingId. */
export async function storedAccount(fixture: Fixture, clientId: string, bank = 'alder'): Promise<string> {
  const id = await roubleOrder(fixture, { clientId })
  const { payload } = await codeOf(fixture, id, { createSubscription: true })
  await press(fixture, payload, 'confirm', bank)
  const { bindingInfo } = await fixture.gateway.getOrderStatusExtended({ ...credentials, orderId: id })
  return bindingInfo!.bindingId!
}
