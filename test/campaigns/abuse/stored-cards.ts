import { browser, unlimited } from '../../unit/proxy/support/test-proxy.ts'
import { openSetup, sealedCard } from '../../unit/proxy/card-testing/setup.ts'

/** The result of using every client's stored card with every client's ticket. */
export interface Crossed {
  readonly pairs: number
  /** Requests about another client's card that reached the gateway. */
  readonly others: number
  /** The same about a client's own card: these are allowed. */
  readonly own: number
}

/** Removes, and pays with, each client's card by each client's ticket. */
export async function crossClients(clients: number): Promise<Crossed> {
  const setup = await openSetup({ env: { ...unlimited, TENDER_LIMIT_TRIES: 'none' } })
  const used: string[] = []
  const { wire } = setup.gateway.state
  setup.gateway.state.wire = async (request, work) => {
    const what = request.url.slice(request.url.lastIndexOf('/') + 1)
    if (!['getBindings.do', 'unBindCard.do', 'paymentOrderBinding.do'].includes(what)) return wire(request, work)
    const fields = new URLSearchParams(await request.text())
    if (what === 'getBindings.do') return Response.json(cardsOf(fields.get('clientId')!))
    used.push(fields.get('bindingId')!)
    return Response.json({ errorCode: '7' })
  }
  const names = Array.from({ length: clients }, (_, at) => `client-${at}`)
  let [own, others] = [0, 0]
  for (const clientId of names) {
    const visitor = await setup.visitor(`order-of-${clientId}`, '203.0.113.5', {}, { clientId })
    const { orderId } = await visitor.outcome('prepare', {})
    for (const other of names) {
      const bindingId = `card of ${other}`
      used.length = 0
      await visitor.ask('cards/remove', { bindingId })
      await visitor.ask('pay', { orderId, bindingId, seToken: sealedCard(1), browser })
      if (other === clientId) own += used.length
      else others += used.length
    }
  }
  return { pairs: clients * clients, others, own }
}

const cardsOf = (clientId: string): object => ({
  errorCode: '0',
  bindings: [
    {
      bindingId: `card of ${clientId}`,
      maskedPan: '411111**1111',
      expiryDate: '203412',
      bindingCategory: 'COMMON',
    },
  ],
})

/** A browser sends payment initiators that only the merchant's server may use; the statuses of the answers. */
export async function initiators(): Promise<readonly number[]> {
  const setup = await openSetup({ env: unlimited })
  const visitor = await setup.visitor('A-1', '203.0.113.5')
  const { orderId } = await visitor.outcome('prepare', {})
  const payment = { orderId, seToken: sealedCard(1), cardholder: 'JANE DOE', browser }
  const requested = ['U', 'R', 'F', 'CI'].map((tii) => visitor.ask('pay', { ...payment, tii }))
  const answers = [...(await Promise.all(requested)), await visitor.ask('pay', { ...payment, clientId: 'client-1' })]
  if (setup.tried.length) throw new Error('The gateway was asked to pay')
  return answers.map(({ statusCode }) => statusCode)
}
