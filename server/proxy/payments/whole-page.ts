import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import { inlineHash } from '#router/inline-hash.ts'
import { locales } from '#texts/locales.ts'
import { languageSigned, mainOf, sendHtml } from '../static-files/documents.ts'
import { postPolicy } from '../http/headers.ts'
import { isSafe } from '../config/origins.ts'
import type { ProxyContext } from '../proxy-context.ts'

/** The fields that are posted to the bank: `creq`, or `PaReq`, `MD` and `TermUrl` of 3-D Secure 1. */
export type BankFields = Readonly<Record<string, string>>

/**
 * The address of the whole page for the bank's confirmation (online gateway 4.6): acsRedirect.do of the gateway, or a
 * page of the proxy that makes the regular POST by itself.
 */
export function wholePage(
  proxy: Pick<ProxyContext, 'config' | 'gateway' | 'signer'>,
  orderId: string,
  acsUrl: string,
  fields: BankFields,
  locale?: string,
): string {
  if (proxy.config.acsRedirect === 'gateway') return proxy.gateway.acsRedirect(orderId)
  return postPage(proxy, acsUrl, fields, locale)
}

/** The address of the proxy's page that makes the POST. */
export const postPage = (
  { config, signer }: Pick<ProxyContext, 'config' | 'signer'>,
  acsUrl: string,
  fields: BankFields,
  locale: string | undefined,
): string => `${config.publicUrl}/3ds/bank?k=${signer.sign('bank', [acsUrl, fields, locale])}`

/** Runs before the page has loaded, so that the browser's Back does not lead to it. */
const script = 'document.forms[0].submit()'
const hash = inlineHash(script)

/** Serves the page that posts; its fields and their destination were signed here. */
export function serveWholePage(
  app: FastifyInstance,
  { config, signer }: Pick<ProxyContext, 'config' | 'signer'>,
): void {
  const http = config.gateway.isLoopback
  const policy = postPolicy(hash, http)
  app.get('/3ds/bank', async (request, reply) => {
    const [acsUrl, fields, locale] = signer.open('bank', signedIn(request)) ?? []
    const isOurs = typeof acsUrl === 'string' && isSafe(acsUrl, http)
    const lang = languageSigned(locale, request)
    const { checkout } = await locales.get(lang)!.load()
    return sendHtml(reply.code(isOurs ? 200 : 400).header('content-security-policy', policy), {
      lang,
      title: checkout.challengeTitle,
      data: {},
      end: mainOf(checkout.challengeTitle, isOurs ? formOf(acsUrl, fields as BankFields, checkout.challengeTitle) : ''),
    })
  })
}

const signedIn = ({ query }: FastifyRequest): string => {
  const { k } = query as { readonly k?: unknown }
  return typeof k === 'string' ? k : ''
}

const formOf = (acsUrl: string, fields: BankFields, words: string): string =>
  `<form method="post" action="${escapeHtml(acsUrl)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')}<button>${escapeHtml(words)}</button></form><script>${script}</script>`
