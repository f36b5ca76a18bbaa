import { defineApi } from '#contract/operation.ts'
import { Verdict } from '../orders.ts'
import { Enrolment, EnrolmentQuestion } from './enrolment.ts'
import { FinishedThreeDs, ThreeDsFinish } from './finish-three-ds.ts'
import { InstantPayment, InstantPaymentAnswer } from './instant-payment.ts'
import { Acknowledgement, OldStatus, OldStatusQuestion } from './old-status.ts'
import { OrderList, OrderListQuestion } from './order-list.ts'
import { OrderParams } from './order-params.ts'
import { ReceiptQuestion, Receipts } from './receipts.ts'
import { BindingCreation, BindingExtension, CreatedBinding } from './stored-cards.ts'

/** Operations that the specification does not have, and that much software for gateways of this family calls. */
export const familyApi = defineApi({
  getOrderStatus: {
    summary: 'Read the state of an order, as older clients do',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/getOrderStatus.do',
    encoding: 'form',
    request: OldStatusQuestion,
    response: OldStatus,
  },
  acknowledge: {
    summary: 'Say that a payment is known, where the bank cancels it otherwise, and read its state',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/public/acknowledgeTransaction.do',
    encoding: 'form',
    request: Acknowledgement,
    response: OldStatus,
  },
  getLastOrdersForMerchants: {
    summary: 'List the orders of a period, in pages',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/getLastOrdersForMerchants.do',
    encoding: 'form',
    request: OrderListQuestion,
    response: OrderList,
  },
  instantPayment: {
    summary: 'Register an order and pay it, in one call or, with 3-D Secure 2, in two',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/instantPayment.do',
    encoding: 'form',
    request: InstantPayment,
    response: InstantPaymentAnswer,
  },
  finish3dsVer2Payment: {
    summary: 'End a payment after its challenge',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/finish3dsVer2Payment.do',
    encoding: 'form',
    request: ThreeDsFinish,
    response: FinishedThreeDs,
  },
  verifyEnrollment: {
    summary: 'Ask whether a card is in 3-D Secure',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/verifyEnrollment.do',
    encoding: 'form',
    request: EnrolmentQuestion,
    response: Enrolment,
  },
  addParams: {
    summary: 'Add names and values to a registered order',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/addParams.do',
    encoding: 'form',
    request: OrderParams,
    response: Verdict,
  },
  getReceiptStatus: {
    summary: 'Read the fiscal receipts of an order',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/getReceiptStatus.do',
    encoding: 'form',
    request: ReceiptQuestion,
    response: Receipts,
  },
  extendBinding: {
    summary: 'Give a stored card a new expiry',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/extendBinding.do',
    encoding: 'form',
    request: BindingExtension,
    response: Verdict,
  },
  createBindingNoPayment: {
    summary: 'Store a card of a client without a payment',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/createBindingNoPayment.do',
    encoding: 'form',
    request: BindingCreation,
    response: CreatedBinding,
  },
})
