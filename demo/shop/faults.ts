import type { FastifyInstance } from 'fastify'
import { choicesOf, givenSwitches, OrderChange } from '#sandbox/console/scenario-change.ts'
import { labelOf } from '#sandbox/console/switch-form.ts'
import type { Scenario, ScenarioChange, Switches } from '#sandbox/scenario/fault-switches.ts'
import { asOptions, attributes, choice } from '../markup.ts'
import { readQuery } from '../query.ts'

/** The faults that have a list of values, with the one that each has; `usual` are those of all orders. */
export const faultChoices = (usual: Scenario, chosen: ScenarioChange = {}): string =>
  (Object.keys(OrderChange.shape) as (keyof Scenario)[])
    .flatMap((name) => {
      const values = choicesOf(name)
      if (!values) return []
      const standard = String(usual[name])
      const value = String(chosen[name] ?? standard)
      return [choice(name, labelOf(name), value === standard ? '' : value, asOptions(standard, values))]
    })
    .join('')

/** What the form of an order's faults shows. */
export interface OrderFaults {
  readonly orderNumber: string
  /** The faults that all orders meet. */
  readonly usual: Scenario
  /** The faults that this order meets. */
  readonly chosen: ScenarioChange
  /** The query of the page that shows the order. */
  readonly query: string
}

/** The form that sets the faults which only one order meets. */
export const faultForm = ({ orderNumber, usual, chosen, query }: OrderFaults): string => `
<form class="order" id="faults" method="post" action="/faults/${encodeURIComponent(orderNumber)}">
  <input type="hidden"${attributes({ name: 'back', value: query })}>
  ${faultChoices(usual, chosen)}
  <button>Set</button>
</form>`

/** Takes the form from the shop's own pages: an empty field is a fault that the order no longer meets. */
export function takeFaults(app: FastifyInstance, switches: Switches, shop: () => string): void {
  app.register(async (route) => {
    route.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: string) => new URLSearchParams(body),
    )
    route.post<{ Params: { orderNumber: string }; Body: URLSearchParams }>(
      '/faults/:orderNumber',
      async ({ params, body, headers }, reply) => {
        if (headers.origin !== shop()) return reply.code(403).send('Only from the shop’s own pages.')
        const back = body.get('back') ?? ''
        body.delete('back')
        const change = readQuery(OrderChange, body)
        if ('rule' in change) return reply.code(400).send(change)
        const given = givenSwitches(change)
        switches.orders.clear(params.orderNumber)
        if (Object.keys(given).length) switches.orders.set(params.orderNumber, given)
        return reply.redirect(`/?${new URLSearchParams(back).toString()}`, 303)
      },
    )
  })
}
