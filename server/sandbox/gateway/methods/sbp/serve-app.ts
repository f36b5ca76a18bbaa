import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sandboxTextsFor } from '#sandbox/texts/languages.ts'
import type { TextLanguage } from '../../errors/words/translate.ts'
import { appPage, appPolicy, unknownPage, type ShownCode } from './app-page.ts'
import { appPath } from './app-path.ts'
import { acts, viewOf, type BankAppContext, type View } from './bank-app.ts'
import { bankNamed } from './banks.ts'

/** Routes the page that a code leads to: a phone opens it, on as many devices as scan the code. */
export function serveApp(app: FastifyInstance, options: BankAppContext): void {
  const path = appPath(':qrId')
  app.get(path, (request, reply) => {
    const shown = shownIn(request, options)
    return shown ? send(reply, appPage(shown, languageOf(request))) : sendUnknown(request, reply)
  })
  app.post(path, (request, reply) => {
    const shown = shownIn(request, options)
    if (!shown) return sendUnknown(request, reply)
    act(options, shown, fieldIn(request.body, 'act'))
    return reply.redirect(request.url, 303)
  })
}

/** The views in which a payer can do something; in any other, a second press changes nothing. */
const lasting: ReadonlySet<View> = new Set(['open', 'sending'])

function act(options: BankAppContext, { code, view, bank }: ShownCode, named: string): void {
  if (!bank || !lasting.has(view) || !Object.hasOwn(acts, named)) return
  const { journal } = options.context
  journal.note({
    from: 'browser',
    to: 'issuer',
    what: 'bank app',
    order: code.orderId,
    detail: `${named}, ${bank.name}`,
  })
  acts[named as keyof typeof acts](options, code, bank)
}

function shownIn({ params, query }: FastifyRequest, { context, codes }: BankAppContext): ShownCode | undefined {
  const code = codes.byId(fieldIn(params, 'qrId'))
  const order = code && context.orders.byId(code.orderId)
  if (!order) return undefined
  const merchant = context.merchants.find(({ login }) => login === order.merchant)!.name
  const bank = bankNamed(code.acceptedBy ?? fieldIn(query, 'bank'))
  return { code, order, merchant, view: viewOf(code, order), bank }
}

const sendUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send(reply.code(404), unknownPage(languageOf(request)))

const send = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': appPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(html)

/** The language of the phone. */
const languageOf = ({ headers }: FastifyRequest): TextLanguage => sandboxTextsFor(headers['accept-language']).language

function fieldIn(fields: unknown, name: string): string {
  const value = (fields as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}
