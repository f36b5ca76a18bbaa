import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#contract/wire/escape-html.ts'

/** Sends a small page that loads nothing and may be framed, since some are shown in hidden frames. */
export const sendPage = (reply: FastifyReply, status: number, title: string, text: string, lang = 'en'): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; form-action 'none'")
    .send(
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
        `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></html>`,
    )
