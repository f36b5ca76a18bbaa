import { sbpOperations } from '#server-contract/methods/sbp/operations.ts'
import type { GatewayContext } from '../../context.ts'
import { chargeAccount } from './account-payment.ts'
import { accountTable, listAccounts, removeAccount } from './accounts.ts'
import { codeTable } from './codes.ts'
import { guarded } from './order-rules.ts'
import { getQr, readQr, rejectQr } from './qr.ts'
import { serveApp } from './serve-app.ts'

/** The handlers of its operations. */
export function sbpHandlers(context: GatewayContext) {
  const [codes, accounts] = [codeTable(context.store), accountTable(context)]
  return {
    sbpGetQr: guarded(getQr(context, codes)),
    sbpQrStatus: guarded(readQr(context, codes)),
    sbpRejectQr: guarded(rejectQr(context, codes)),
    sbpGetBindings: guarded(listAccounts(accounts)),
    sbpUnBind: guarded(removeAccount(accounts)),
  }
}

export const chargeSbpAccount = (context: GatewayContext) => chargeAccount(context, accountTable(context))

export const serveBankApp = (app: Parameters<typeof serveApp>[0], context: GatewayContext): void =>
  serveApp(app, { context, codes: codeTable(context.store), accounts: accountTable(context) })

/** The kind of fault that each of its operations has. */
export const sbpFaults = [
  [sbpOperations.sbpGetQr, 'payment'],
  [sbpOperations.sbpQrStatus, 'status'],
  [sbpOperations.sbpRejectQr, 'money'],
  [sbpOperations.sbpGetBindings, 'binding'],
  [sbpOperations.sbpUnBind, 'binding'],
] as const
