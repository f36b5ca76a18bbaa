import type { serviceActions } from '#server-contract/issuing/acquiring.ts'
import { declineIf } from '../ledger/declined.ts'
import type { Service, ServiceParameters } from '../records.ts'

export type ServiceAction = (typeof serviceActions)[number]

/** Applies an action to a bound service; `undefined` if it is no longer bound. */
type Act = (service: Service, given: ServiceParameters) => Service | undefined

const same: Act = (service) => service

/**
 * The actions on a bound service. The document does not define them (card management 4.3): these definitions are the
 * sandbox's. UPDATE and CHECK_PARAMETERS need parameters; CHECK and ACTION, unlike INQUIRE, need an open service.
 */
const acts: Readonly<Record<Exclude<ServiceAction, 'ACTION_CODE_ADD'>, Act>> = {
  ACTION_CODE_UPDATE: (service, given) => ({ ...service, parameters: { ...service.parameters, ...someOf(given) } }),
  ACTION_CODE_DELETE: () => undefined,
  ACTION_CODE_CHECK: opened,
  ACTION_CODE_CHANGE_ACCESS: (service) => ({ ...service, isOpen: !service.isOpen }),
  ACTION_CODE_CHECK_PARAMETERS: compared,
  ACTION_CODE_RESTORE_PARAMETERS: (service) => ({ ...service, parameters: service.first }),
  ACTION_CODE_INQUIRE: same,
  ACTION_CODE_ACTION: opened,
}

/** The service after an action; `undefined` is one that is not bound. Declines with A1, A2, A3 or 97. */
export function after(
  action: ServiceAction,
  before: Service | undefined,
  given: ServiceParameters = {},
): Service | undefined {
  if (action === 'ACTION_CODE_ADD') {
    declineIf(before !== undefined, 'A1', 'serviceIdentification names a service that is bound already')
    return { parameters: given, first: given, isOpen: true }
  }
  declineIf(before === undefined, 'A2', 'serviceIdentification names a service that is not bound')
  return acts[action](before!, given)
}

function someOf(given: ServiceParameters): ServiceParameters {
  declineIf(
    !Object.keys(given).length,
    'A3',
    'serviceParameters must have a phoneNumber or an email for this actionCode',
  )
  return given
}

function opened(service: Service): Service {
  declineIf(!service.isOpen, '97', 'the service is closed; ACTION_CODE_CHANGE_ACCESS opens it')
  return service
}

function compared(service: Service, given: ServiceParameters): Service {
  const names = Object.keys(someOf(given)) as (keyof ServiceParameters)[]
  const wrong = names.find((name) => service.parameters[name] !== given[name])
  declineIf(wrong !== undefined, 'A3', `serviceParameters.${wrong} is not that of the service`)
  return service
}
