import httpProxy from '@fastify/http-proxy'
import { fastify } from 'fastify'
import { answering } from './child.ts'

/** What many put in such a place: it passes on to the gateway whatever comes, and checks nothing. */
const app = fastify()
await app.register(httpProxy, { upstream: `http://127.0.0.1:${process.argv[2]}` })

await app.listen({ host: '127.0.0.1', port: 0 })
answering(app.server)
