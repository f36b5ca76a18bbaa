import type { acquiringOperations } from '#contract/issuing/acquiring.ts'
import type { Done } from '#contract/issuing/fields.ts'
import type { Request } from '#contract/operation.ts'
import { noteEvent } from '../cards/event.ts'
import { declineIf } from '../authorizations/declined.ts'
import type { Desk } from '../desk.ts'
import { accountNamed, cardNamed } from '../find.ts'
import type { Account, Card, Service } from '../rows.ts'
import { after } from './actions.ts'

type Asked = Request<typeof acquiringOperations.serviceAction>

/** serviceAction (card management 4.3): by the card, on a service of it or of an account that it spends from. */
export const serviceHandlers = (desk: Desk) => ({ serviceAction: (asked: Asked) => act(desk, asked) })

function act(desk: Desk, asked: Asked): Done {
  const { serviceIdentification, actionCode, cardIdentification, serviceParameters, cardAcceptorParameters } = asked
  const card = cardNamed(desk, cardIdentification)
  const { services = {}, keep } = ownerOf(desk, card, asked)
  const { serviceType, serviceId } = serviceIdentification
  const name = JSON.stringify([serviceType, serviceId])
  const before = services[name]
  const service = after(actionCode, before, serviceParameters)
  if (service === before) return { responseCode: '00' }
  const { [name]: _, ...others } = services
  keep(service ? { ...others, [name]: service } : others)
  noteEvent(desk, card, 'SERVICE_ACTION', {
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

function ownerOf(desk: Desk, card: Card, { serviceIdentification, accountNumber }: Asked): Owner {
  const { books } = desk
  if (serviceIdentification.serviceObjectType === 'SERVICE_OBJECT_CARD')
    return { services: card.services, keep: (services) => books.cards.put(card.pan, { ...card, services }) }
  const account = accountOf(desk, card, accountNumber)
  return {
    services: account.services,
    keep: (services) => books.accounts.put(account.number, { ...account, services }),
  }
}

/** The account that is named, which must be one of the card's; else the card's default. */
function accountOf(desk: Desk, { accounts }: Card, number = accounts[0]!): Account {
  const account = accountNamed(desk, number)
  declineIf(!accounts.includes(number), '77', 'accountNumber is not an account of the card')
  return account
}
