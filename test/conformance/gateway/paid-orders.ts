import { expect } from 'vitest'
import type { Deposit, Refund, Reverse } from '#server-contract/gateway/capture-refund.ts'
import { credentials, paid, registered, type Fixture } from './fixture.ts'
import { notEnrolled } from './stored-cards.ts'

type Change = Parameters<typeof registered>[1]

export async function heldOrder(fixture: Fixture, change: Change = {}): Promise<string> {
  const id = await registered(fixture, change, 'registerPreAuth')
  await paid(fixture, id, notEnrolled, { ...credentials, ...(change?.userName && { userName: change.userName }) })
  return id
}

export async function debitedOrder(fixture: Fixture, change: Change = {}): Promise<string> {
  const id = await registered(fixture, change)
  await paid(fixture, id, notEnrolled, { ...credentials, ...(change?.userName && { userName: change.userName }) })
  return id
}

export const deposit = ({ gateway }: Fixture, orderId: string, amount = 0, change: Partial<Deposit> = {}) =>
  gateway.deposit({ ...credentials, orderId, amount, ...change })
export const reverse = ({ gateway }: Fixture, orderId: string, change: Partial<Reverse> = {}) =>
  gateway.reverse({ ...credentials, orderId, ...change })
export const refund = ({ gateway }: Fixture, orderId: string, amount = 0, change: Partial<Refund> = {}) =>
  gateway.refund({ ...credentials, orderId, amount, ...change })

export const done = { errorCode: '0' }
export const wrongState = { errorCode: '7', errorMessage: expect.any(String) }
export const amounts = (paymentState: string, approvedAmount: number, depositedAmount = 0, refundedAmount = 0) => ({
  paymentAmountInfo: { paymentState, approvedAmount, depositedAmount, refundedAmount, totalAmount: 1234 },
})

/** A time of the fixture's clock in the specification's format, in UTC+3. */
export const inZone = (at: number): string => new Date(at + 3 * 3_600_000).toISOString().slice(0, 19)
