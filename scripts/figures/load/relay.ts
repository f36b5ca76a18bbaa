import { fastify } from 'fastify'
import { Agent } from 'undici'
import { answering } from './child.ts'

/** The smallest replacement of the proxy: reads the order of the query at the gateway, and checks nothing. */
const app = fastify()
const agent = new Agent()
const origin = `http://127.0.0.1:${process.argv[2]}`

app.route({
  method: 'GET',
  url: '/outcome',
  handler: async ({ query }) => {
    const { body } = await agent.request({
      origin,
      path: '/payment/rest/getOrderStatusExtended.do',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        userName: 'shop-api',
        password: 'a-password',
        orderNumber: (query as { order: string }).order,
      }).toString(),
    })
    const { orderStatus, orderNumber, amount, currency } = (await body.json()) as Record<string, unknown>
    return { state: orderStatus === 2 ? 'paid' : 'open', orderNumber, amount, currency }
  },
})

await app.listen({ host: '127.0.0.1', port: 0 })
answering(app.server)
