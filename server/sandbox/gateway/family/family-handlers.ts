import type { familyApi } from '#server-contract/gateway/family/api.ts'
import type { Handlers } from '#router/mount.ts'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../merchants/merchants.ts'
import { verifyEnrolment } from './enrolment.ts'
import { finishThreeDs } from './finish-three-ds.ts'
import { payInstantly } from './instant-payment.ts'
import { acknowledge, reportOldStatus } from './old-status.ts'
import { listOrders } from './order-list.ts'
import { addParams } from './order-params.ts'
import { reportReceipts } from './receipts.ts'
import { createBinding, extendBinding } from './stored-cards.ts'

export const familyHandlers = (context: GatewayContext): Handlers<typeof familyApi, Caller> => ({
  getOrderStatus: reportOldStatus(context),
  acknowledge: acknowledge(context),
  getLastOrdersForMerchants: listOrders(context),
  instantPayment: payInstantly(context),
  finish3dsVer2Payment: finishThreeDs(context),
  verifyEnrollment: verifyEnrolment(context),
  addParams: addParams(context),
  getReceiptStatus: reportReceipts(context),
  extendBinding: extendBinding(context),
  createBindingNoPayment: createBinding(context),
})
