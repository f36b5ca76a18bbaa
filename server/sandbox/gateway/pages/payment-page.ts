import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { initiatorOf } from '#server-contract/gateway/initiators.ts'
import { languages } from '#server-contract/gateway/language.ts'
import { sendRedirect } from '#router/redirect-page.ts'
import { payOrder } from '../payments/pay-order.ts'
import { requireBilling, requireEmail } from '../payments/payment-checks.ts'
import { cardIn, type Card } from '../cards/card-data.ts'
import type { GatewayContext } from '../context.ts'
import { endOf, type Order } from '../orders/order.ts'
import { sendPage } from './pages.ts'
import { paths } from '../payments/paths.ts'
import type { PaymentCall } from '../payments/payment-call.ts'
import { paymentForm, paymentPagePolicy, type FormOptions } from './payment-form.ts'
import { Refusal } from '../errors/refusal.ts'
import { payerMessage } from '../errors/words/payer.ts'
import { textLanguage, translate, type Words } from '../errors/words/translate.ts'
import { storedAs } from '../orders/storing.ts'

/** Routes formUrl: the gateway's own page, where a payer types the card; works without scripts (online gateway 4.1). */
export function servePaymentPage(app: FastifyInstance, context: GatewayContext): void {
  app.get(paths.form, (request, reply) => show(context, request, reply))
  app.post(paths.form, (request, reply) => pay(context, request, reply))
}

type Fields = Readonly<Record<string, unknown>>

const texts = {
  title: { en: 'Payment page', ru: 'Страница оплаты' },
  finish: {
    en: 'Nobody asked to be led further than here.',
    ru: 'Дальше вести никто не просил.',
  },
  unknown: {
    en: 'There is no such order.',
    ru: 'Такого заказа нет.',
  },
  field: {
    en: '. This page has no such field: the shop must send it when it registers the order.',
    ru: '. На этой странице такого поля нет: магазин передаёт его при регистрации заказа.',
  },
} as const satisfies Record<string, Words>

const notFound = (reply: FastifyReply, language: string): FastifyReply => showNotice(reply, 404, 'unknown', language)

const showNotice = (reply: FastifyReply, status: number, name: keyof typeof texts, language: string): FastifyReply =>
  sendPage(reply, status, translate(texts.title, language), translate(texts[name], language), textLanguage(language))

/** The language in the page's name; `undefined` for a page without a form. */
const languageOf = ({ params }: FastifyRequest): string | undefined => {
  const { page } = params as { page: string }
  return languages.find((language) => page === `payment_${language}.html`)
}

async function show(context: GatewayContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { page } = request.params as { page: string }
  if (page === 'finish.html') return showNotice(reply, 200, 'finish', textIn(request.query as Fields, 'lang'))
  const language = languageOf(request)
  if (language === undefined) return reply.callNotFound()
  const order = orderIn(context, request.query)
  if (!order) return notFound(reply, language)
  return order.state === 'registered' ? sendForm(context, order, reply, { language }) : sendOn(order, reply)
}

async function pay(context: GatewayContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const order = orderIn(context, request.query)
  const language = languageOf(request) ?? order?.language ?? 'en'
  if (!order) return notFound(reply, language)
  if (order.state !== 'registered') return sendOn(order, reply)
  const read = cardIn(typedCard(request.body as Fields))
  if ('wrong' in read) return sendForm(context, order, reply, { language, wrong: payerMessage('card', language) })
  try {
    await payBy(context, order, read.card, request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return sendForm(context, order, reply, { language, wrong: error.forPayer, note: noteOf(error, language) })
  }
  return sendOn(context.orders.byId(order.id)!, reply)
}

/** The note for the developer about a field that only the shop can send, since this page does not have it. */
const noteOf = ({ topic, message }: Refusal, language: string): string | undefined =>
  topic === 'contact' || topic === 'address' ? message + translate(texts.field, language) : undefined

/** Both calls of paymentorder.do in one: there is no merchant here to run the method page between them. */
async function payBy(context: GatewayContext, order: Order, card: Card, request: FastifyRequest): Promise<void> {
  const merchant = context.merchants.find(({ login }) => login === order.merchant)!
  const holder = textIn(request.body as Fields, 'holder')
  const call = { ...callOf(request), language: languageOf(request) }
  requireBilling(merchant, call, order.payer)
  requireEmail(merchant, call, order.payer)
  const update = { method: 'CARD', storing: storedAs(order, initiatorOf(undefined)), binding: undefined } as const
  const given = { context, merchant, card, holder, update }
  const { threeDSServerTransId } = await payOrder({ ...given, order, call })
  if (threeDSServerTransId === undefined) return
  const released = context.orders.byId(order.id)!
  await payOrder({ ...given, order: released, call: { ...call, threeDSServerTransId } })
}

const callOf = ({ headers, ip }: FastifyRequest): PaymentCall => ({
  ip,
  threeDSProtocolVersion: '2.2.0',
  clientBrowserInfo: {
    userAgent: headers['user-agent'] ?? '',
    browserAcceptHeader: headers.accept ?? '*/*',
    browserIpAddress: ip,
    browserLanguage: (headers['accept-language'] ?? 'en').slice(0, 2),
    javascriptEnabled: false,
  },
})

/** Redirects to the access server during a challenge, else to the order's return address. */
const sendOn = (order: Order, reply: FastifyReply): FastifyReply =>
  sendRedirect(reply, {
    location: order.state === 'authenticating' ? `/payment/acsRedirect.do?orderId=${order.id}` : endOf(order),
  })

const sendForm = (
  context: GatewayContext,
  order: Order,
  reply: FastifyReply,
  form: Omit<FormOptions, 'merchant'>,
): FastifyReply =>
  reply
    .code(form.wrong === undefined ? 200 : 422)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', paymentPagePolicy)
    .send(
      paymentForm(order, { ...form, merchant: context.merchants.find(({ login }) => login === order.merchant)!.name }),
    )

const orderIn = ({ orders }: GatewayContext, query: unknown): Order | undefined =>
  orders.byId(textIn(query as Fields, 'mdOrder'))

/** The expiry as people type it: month and year, two digits each. */
function typedCard(fields: Fields): Card {
  const [, month = '', year = ''] = /^(\d\d)\D*(\d\d)$/.exec(textIn(fields, 'expiry').trim()) ?? []
  return { pan: textIn(fields, 'pan').replace(/[\s-]/g, ''), expiry: `20${year}${month}`, cvc: textIn(fields, 'cvc') }
}

const textIn = (fields: Fields | null | undefined, name: string): string => {
  const value = fields?.[name]
  return typeof value === 'string' ? value : ''
}
