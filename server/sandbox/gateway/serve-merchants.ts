import type { FastifyInstance } from 'fastify'
import { gatewayApi } from '#contract/gateway/api.ts'
import { mount, readForms, type Door } from '#router/mount.ts'
import type { Switches } from '#sandbox/scenario/scenario.ts'
import { listBindings, switchBinding } from './bindings/binding-list.ts'
import { payByBinding } from './bindings/binding-payment.ts'
import { decline } from './orders/decline.ts'
import { deposit } from './orders/deposit.ts'
import type { Desk } from './desk.ts'
import { noteExchanges } from './exchange-notes.ts'
import { fieldRefusal } from './errors/field-refusal.ts'
import { admit, type Caller } from './merchants/merchants.ts'
import { payByMoto } from './payments/moto.ts'
import { tellState } from './orders/order-state.ts'
import { limitRequests } from './merchants/overload.ts'
import { payByCard } from './payments/payment.ts'
import { payRecurrently } from './payments/recurrent.ts'
import { refund } from './orders/refund.ts'
import { answerRefusals } from './errors/refusal-shape.ts'
import { register } from './orders/registration.ts'
import { reverse } from './orders/reverse.ts'
import { demandSignatures } from './merchants/signed.ts'
import { admitByLogin, admitDirect } from './wallets/wallet-callers.ts'
import { openWalletA, openWalletB, readWalletA, readWalletB } from './wallets/wallet-means.ts'
import { payByWallet } from './wallets/wallet-payment.ts'
import { makeTrouble } from './wire-trouble.ts'

const {
  acsRedirect: _,
  sealingKeys: __,
  recurrentPayment,
  walletAPayment,
  walletADirect,
  walletBPayment,
  walletBDirect,
  ...formApi
} = gatewayApi

/** Routes the operations whose fields come as a form. */
export function serveForms(app: FastifyInstance, desk: Desk, switches: Switches): void {
  app.removeAllContentTypeParsers()
  readForms(app)
  prepare(app, desk, switches)
  const handlers = {
    register: register(desk, gatewayApi.register, false),
    registerPreAuth: register(desk, gatewayApi.registerPreAuth, true),
    paymentorder: payByCard(desk),
    motoPayment: payByMoto(desk),
    getOrderStatusExtended: tellState(desk),
    decline: decline(desk),
    deposit: deposit(desk),
    reverse: reverse(desk),
    refund: refund(desk),
    getBindings: listBindings(desk),
    paymentOrderBinding: payByBinding(desk),
    bindCard: switchBinding(desk, true),
    unBindCard: switchBinding(desk, false),
  }
  mount(app, formApi, handlers, merchantsDoor(desk))
}

/** Routes the operations whose fields come as JSON. */
export function serveJson(app: FastifyInstance, desk: Desk, switches: Switches): void {
  app.removeContentTypeParser('text/plain')
  prepare(app, desk, switches)
  mount(app, { recurrentPayment }, { recurrentPayment: payRecurrently(desk) }, merchantsDoor(desk))
  serveWallets(app, desk)
}

function serveWallets(app: FastifyInstance, desk: Desk): void {
  const sealed = {
    walletAPayment: payByWallet(desk, walletAPayment, openWalletA),
    walletBPayment: payByWallet(desk, walletBPayment, openWalletB),
  }
  const direct = {
    walletADirect: payByWallet(desk, walletADirect, readWalletA),
    walletBDirect: payByWallet(desk, walletBDirect, readWalletB),
  }
  mount(app, { walletAPayment, walletBPayment }, sealed, merchantsDoor(desk, admitByLogin))
  mount(app, { walletADirect, walletBDirect }, direct, merchantsDoor(desk, admitDirect))
}

function prepare(app: FastifyInstance, { journal, clock, merchants }: Desk, switches: Switches): void {
  answerRefusals(app)
  noteExchanges(app, journal)
  limitRequests(app, merchants, clock)
  demandSignatures(app, merchants)
  makeTrouble(app, switches, clock)
}

const merchantsDoor = ({ merchants }: Desk, admitted: typeof admit = admit): Door<Caller> => ({
  context: ({ body }, operation) => admitted(merchants, (body ?? {}) as Record<string, unknown>, operation),
  refuse(complaint, operation, _, { language }) {
    throw fieldRefusal(operation, complaint, language)
  },
})
