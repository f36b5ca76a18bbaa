import { createServer } from 'node:http'
import { facts, orderIdOf } from './requests.ts'
import { answering } from './child.ts'

/** Orders of each API user that are paid and not read yet; a read removes the order, so that the stub never grows. */
const paid = new Set<string>()

const stateOf = (userName: string, orderNumber: string): object => {
  const isPaid = paid.delete(userName + orderNumber)
  return {
    errorCode: '0',
    errorMessage: 'Success',
    orderNumber,
    orderStatus: isPaid ? 2 : 0,
    actionCode: isPaid ? 0 : -100,
    actionCodeDescription: '',
    amount: facts.amount,
    currency: facts.currency,
    date: Date.now(),
    ip: '203.0.113.7',
    merchantOrderParams: [],
    attributes: [{ name: 'mdOrder', value: orderIdOf(orderNumber) }],
  }
}

const field = (body: string, name: string): string => new RegExp(`(?:^|&)${name}=([^&]*)`).exec(body)?.[1] ?? ''

const answers: ReadonlyMap<string, (body: string) => object> = new Map([
  ['/payment/rest/getOrderStatusExtended.do', (body) => stateOf(field(body, 'userName'), field(body, 'orderNumber'))],
  [
    '/payment/rest/paymentorder.do',
    (body) => {
      paid.add(field(body, 'userName') + field(body, 'MDORDER').slice(orderIdOf('').length))
      return { errorCode: 0, info: 'Processed', redirect: 'https://shop.example/done' }
    },
  ],
])

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('latin1')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    const text = JSON.stringify(answers.get(request.url ?? '')?.(body) ?? { errorCode: 5 })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => answering(server))
