import httpProxy from '@fastify/http-proxy'
import { fastify } from 'fastify'
import { answering } from './child.ts'

/** A common alternative: a server that passes everything to the gateway and checks nothing. */
const app = fastify()
await app.register(httpProxy, { upstream: `http://127.0.0.1:${process.argv[2]}` })

await app.listen({ host: '127.0.0.1', port: 0 })
answering(app.server)
