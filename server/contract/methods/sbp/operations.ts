import { Verdict } from '../../gateway/orders.ts'
import { defineApi } from '#contract/operation.ts'
import {
  AccountReference,
  Accounts,
  AccountsQuestion,
  Qr,
  QrQuestion,
  QrReference,
  QrRejected,
  QrState,
} from './fields.ts'

/**
 * The operations of the Faster Payments System (SBP): an order is paid by a bank's app, which reads a code. None of them
 * is in the specification.
 */
export const sbpOperations = defineApi({
  sbpGetQr: {
    summary: 'Get a QR code by which a bank’s app pays a registered order (SBP)',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/sbp/c2b/qr/dynamic/get.do',
    encoding: 'form',
    request: QrQuestion,
    response: Qr,
  },
  sbpQrStatus: {
    summary: 'Read what has become of a QR code (SBP)',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/sbp/c2b/qr/status.do',
    encoding: 'form',
    request: QrReference,
    response: QrState,
  },
  sbpRejectQr: {
    summary: 'Take a QR code back before another way to pay is used (SBP)',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/sbp/c2b/qr/dynamic/reject.do',
    encoding: 'form',
    request: QrReference,
    response: QrRejected,
  },
  sbpGetBindings: {
    summary: 'List the stored accounts of a client (SBP)',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/sbp/c2b/getBindings.do',
    encoding: 'form',
    request: AccountsQuestion,
    response: Accounts,
  },
  sbpUnBind: {
    summary: 'Remove a stored account (SBP)',
    source: 'family',
    method: 'POST',
    path: '/payment/rest/sbp/c2b/unBind.do',
    encoding: 'form',
    request: AccountReference,
    response: Verdict,
  },
})
