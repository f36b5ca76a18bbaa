import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#contract/wire/escape-html.ts'
import type { Redirect } from '#contract/wire/redirect-page.ts'
import { inlineHash } from './inline-hash.ts'

const submit = 'document.forms[0].submit()'
const integrity = inlineHash(submit)

/** Redirects the browser: a 303, or a page whose form posts itself (with a button, in case scripts are off). */
export function sendRedirect(reply: FastifyReply, to: Redirect): FastifyReply {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  if ('location' in to) return reply.redirect(to.location, 303)
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', `default-src 'none'; script-src ${integrity}; base-uri 'none'`)
    .send(page(to.action, to.fields))
}

const page = (action: string, fields: Readonly<Record<string, string>>): string =>
  `<!doctype html><meta charset="utf-8"><title>…</title><form method="post" action="${escapeHtml(action)}">${Object.entries(
    fields,
  )
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')}<noscript><button>→</button></noscript></form><script>${submit}</script>`
