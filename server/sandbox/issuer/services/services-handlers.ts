import type { acquiringOperations } from '#server-contract/issuing/acquiring.ts'
import type { Done } from '#server-contract/issuing/fields.ts'
import type { Request } from '#contract/operation.ts'
import { noteEvent } from '../ledger/card-event.ts'
import { declineIf } from '../ledger/declined.ts'
import type { IssuerContext } from '../context.ts'
import { accountNamed, cardNamed } from '../find.ts'
import type { Account, Card, Service } from '../records.ts'
import { after } from './actions.ts'

type ServiceActionRequest = Request<typeof acquiringOperations.serviceAction>

/** serviceAction (card management 4.3): by the card, on a service of it or of one of its accounts. */
export const serviceHandlers = (context: IssuerContext) => ({
  serviceAction: (request: ServiceActionRequest) => act(context, request),
})

function act(context: IssuerContext, request: ServiceActionRequest): Done {
  const { serviceIdentification, actionCode, cardIdentification, serviceParameters, cardAcceptorParameters } = request
  const card = cardNamed(context, cardIdentification)
  const { services = {}, keep } = ownerOf(context, card, request)
  const { serviceType, serviceId } = serviceIdentification
  const name = JSON.stringify([serviceType, serviceId])
  const before = services[name]
  const service = after(actionCode, before, serviceParameters)
  if (service === before) return { responseCode: '00' }
  const { [name]: _, ...others } = services
  keep(service ? { ...others, [name]: service } : others)
  noteEvent(context, card, 'SERVICE_ACTION', {
    cardAcceptorParameters,
    description: `${actionCode} ${serviceType} ${serviceId}`,
  })
  return { responseCode: '00' }
}

type Services = Readonly<Record<string, Service>>

interface Owner {
  readonly services?: Services | undefined
  readonly keep: (services: Services) => void
}

function ownerOf(
  context: IssuerContext,
  card: Card,
  { serviceIdentification, accountNumber }: ServiceActionRequest,
): Owner {
  const { tables } = context
  if (serviceIdentification.serviceObjectType === 'SERVICE_OBJECT_CARD')
    return { services: card.services, keep: (services) => tables.cards.put(card.pan, { ...card, services }) }
  const account = accountOf(context, card, accountNumber)
  return {
    services: account.services,
    keep: (services) => tables.accounts.put(account.number, { ...account, services }),
  }
}

/** The requested account, which must be one of the card's; else the card's default. */
function accountOf(context: IssuerContext, { accounts }: Card, number = accounts[0]!): Account {
  const account = accountNamed(context, number)
  declineIf(!accounts.includes(number), '77', 'accountNumber is not an account of the card')
  return account
}
