import type { FastifyInstance, FastifyRequest } from 'fastify'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import type { Api } from '#contract/operation.ts'
import { fromForm } from '#contract/wire/form.ts'
import { mount, readForms, type MountOptions } from '#router/mount.ts'
import type { Imitation } from './profiles/imitations.ts'
import type { Switches } from '#sandbox/scenario/fault-switches.ts'
import { listBindings, switchBinding } from './bindings/binding-list.ts'
import { payByBinding } from './payments/binding-payment.ts'
import { decline } from './orders/decline.ts'
import { deposit } from './orders/deposit.ts'
import type { GatewayContext } from './context.ts'
import { noteExchanges } from './exchange-notes.ts'
import { fieldRefusal } from './errors/field-refusal.ts'
import { admit, callerFor, type Caller } from './merchants/merchants.ts'
import { chargeOther, methodHandlers } from './methods/methods.ts'
import { payByMoto } from './methods/moto.ts'
import { reportState } from './orders/order-state.ts'
import { limitRequests } from './merchants/overload.ts'
import { payByCard } from './payments/payment.ts'
import { payRecurrently } from './payments/recurrent.ts'
import { refund } from './orders/refund.ts'
import { answerRefusals } from './errors/refusal-shape.ts'
import { readJson } from './errors/unreadable.ts'
import { register } from './orders/registration.ts'
import { reverse } from './orders/reverse.ts'
import { requireSignatures } from './merchants/signed.ts'
import { serveWallets, withoutWallets } from './methods/serve-wallets.ts'
import { familyHandlers } from './family/family-handlers.ts'
import { injectFaults } from './fault-injection.ts'

const { acsRedirect: _, sealingKeys: __, recurrentPayment, ...formApi } = withoutWallets

/** Routes the operations whose fields come as a form. */
export function serveForms(
  app: FastifyInstance,
  context: GatewayContext,
  switches: Switches,
  { takesOtherEncodings, json }: Pick<Imitation, 'takesOtherEncodings' | 'json'>,
): void {
  if (json) readJson(app)
  else {
    app.removeAllContentTypeParsers()
    readForms(app)
  }
  prepare(app, context, switches)
  const handlers = {
    register: register(context, gatewayApi.register, false),
    registerPreAuth: register(context, gatewayApi.registerPreAuth, true),
    paymentorder: payByCard(context),
    motoPayment: payByMoto(context),
    getOrderStatusExtended: reportState(context),
    decline: decline(context),
    deposit: deposit(context),
    reverse: reverse(context),
    refund: refund(context),
    getBindings: listBindings(context),
    paymentOrderBinding: payByBinding(context, chargeOther(context)),
    bindCard: switchBinding(context, true),
    unBindCard: switchBinding(context, false),
    ...familyHandlers(context),
    ...methodHandlers(context),
  }
  mount(app, formApi, handlers, merchantOptions(context))
  if (!takesOtherEncodings) return
  readMultipart(app)
  // Clients that send their fields in the address have a body of JSON without any.
  if (!json) app.addContentTypeParser('application/json', { parseAs: 'string' }, async () => ({}))
  mount(app, inAddress(formApi), handlers, merchantOptions(context))
}

/** The operations with their fields in the address. */
const inAddress = <A extends Api>(api: A): A =>
  Object.fromEntries(Object.entries(api).map(([name, operation]) => [name, { ...operation, method: 'GET' }])) as A

/** Lets an app read forms as PHP sends arrays. */
function readMultipart(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type']! }
      const form = await new Response(new Uint8Array(body), { headers }).formData()
      return fromForm(new URLSearchParams([...form].map(([name, value]): [string, string] => [name, String(value)])))
    },
  )
}

/** Routes the operations whose fields come as JSON. */
export function serveJson(app: FastifyInstance, context: GatewayContext, switches: Switches): void {
  readJson(app)
  prepare(app, context, switches)
  mount(app, { recurrentPayment }, { recurrentPayment: payRecurrently(context) }, merchantOptions(context))
  serveWallets(app, context, (admitted) => merchantOptions(context, admitted))
}

function prepare(app: FastifyInstance, { journal, clock, merchants }: GatewayContext, switches: Switches): void {
  answerRefusals(app)
  noteExchanges(app, journal)
  limitRequests(app, merchants, clock)
  requireSignatures(app, merchants)
  injectFaults(app, switches, clock)
}

const merchantOptions = (
  { merchants, orders }: GatewayContext,
  admitted: typeof admit = admit,
): MountOptions<Caller> => ({
  context({ body, query }, operation) {
    const fields = (body ?? query ?? {}) as Record<string, unknown>
    const id = fields['orderId'] ?? fields['mdOrder'] ?? fields['MDORDER']
    const caller = admitted(merchants, fields, operation)
    return callerFor(caller, merchants, typeof id === 'string' ? orders.byId(id)?.merchant : undefined)
  },
  refuse(problem, operation, _, { language }) {
    throw fieldRefusal(operation, problem, language)
  },
})
