import type { FastifyInstance } from 'fastify'

/** Reloads its page once the stream comes from another start of the shop; the browser connects again by itself. */
const script = `let first
new EventSource('/reload').onmessage = ({ data }) => {
  first ??= data
  if (data !== first) location.reload()
}`

/** Adds to every page of a shop that is started anew while its sources are edited what reloads it then. */
export function serveReload(shop: FastifyInstance): void {
  const started = String(Date.now())
  shop.get('/reload.js', (_, reply) => reply.type('text/javascript').send(script))
  shop.get('/reload', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(`retry: 300\ndata: ${started}\n\n`)
    shop.server.once('close', () => reply.raw.end())
  })
  shop.addHook('onSend', async (_, reply, body) =>
    typeof body === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
      ? body.replace('</head>', '<script src="/reload.js" async></script></head>')
      : body,
  )
}
