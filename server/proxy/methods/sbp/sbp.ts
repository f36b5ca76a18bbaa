import type { Accounts, QrStatus } from '#server-contract/methods/sbp/fields.ts'
import { isRefusedAs } from '#gateway-client/answer-kind.ts'
import { languageOf } from '../../gateway/gateway-language.ts'
import type { CodeMethod, CodeState } from '../code-method.ts'

/** What each status of a code says: the order's status decides what was paid. */
const states: Readonly<Record<QrStatus, CodeState>> = {
  STARTED: 'open',
  CONFIRMED: 'accepted',
  ACCEPTED: 'accepted',
  REJECTED: 'ended',
  REJECTED_BY_USER: 'ended',
}

/** The Faster Payments System (SBP): the payer's bank sends the money once its app has read the code (family). */
export const sbp: CodeMethod = {
  op: 'sbp/c2b/qr/dynamic/get.do',
  offer: (stores) => ({ stores }),
  async make(gateway, { orderId: mdOrder, returnUrl: redirectUrl, language, stores }) {
    const result = await gateway.sbpGetQr({
      mdOrder,
      redirectUrl,
      ...languageOf({ language }),
      ...(stores && { createSubscription: true }),
    })
    if (result.kind !== 'answered') return result
    const { qrId: id, payload, qrStatus = 'STARTED' } = result.answer
    return { kind: 'answered', answer: { id, payload, isAccepted: states[qrStatus] === 'accepted' } }
  },
  ask: (gateway, { id: qrId, orderId: mdOrder }) => gateway.sbpQrStatus({ mdOrder, qrId }),
  async stateOf(gateway, { id: qrId, orderId: mdOrder }) {
    const result = await gateway.sbpQrStatus({ mdOrder, qrId })
    return result.kind === 'answered' && result.answer.qrStatus ? states[result.answer.qrStatus] : undefined
  },
  takeBack: (gateway, { id: qrId, orderId: mdOrder }) => gateway.sbpRejectQr({ mdOrder, qrId }),
  accounts: {
    needs: ['sbpGetBindings', 'sbpUnBind'],
    async list(gateway, clientId) {
      const result = await gateway.sbpGetBindings({ clientId })
      if (isRefusedAs(result, 'notFound')) return { kind: 'answered', answer: [] }
      if (result.kind !== 'answered') return result
      return { kind: 'answered', answer: (result.answer.bindings ?? []).filter(isNamed) }
    },
    removal: 'sbp/c2b/unBind.do',
    remove: (gateway, bindingId) => gateway.sbpUnBind({ bindingId }),
  },
}

type Binding = NonNullable<Accounts['bindings']>[number]

/** Without an id it can be neither charged nor removed. */
const isNamed = (account: Binding): account is Binding & { readonly bindingId: string } =>
  account.bindingId !== undefined
