/** Values of fields for which the document shows none: the sandbox's choices. */

/** accountStatus (card management 3); only an active account pays. */
export const accountStatuses = { active: 0, debitsBlocked: 1, blocked: 2, closed: 3 } as const
export type AccountStatus = (typeof accountStatuses)[keyof typeof accountStatuses]

/** Status of merchants and terminals (3): the document uses one value and lists none. */
export const acceptorStatuses = { active: 'ACTIVE', suspended: 'SUSPENDED', closed: 'CLOSED' } as const

/** Unit of a limit's cycle (2.4). */
export const cycleTypes = { payment: 0, day: 1, week: 2, month: 3, year: 4, lifetime: 5 } as const
export type CycleType = (typeof cycleTypes)[keyof typeof cycleTypes]

/** The only card product (4.4, 8). */
export const cardProduct = '5C'

/** The only customer template, and the names of its parameters (4.1, 8). */
export const customerTemplate = 'CRCU1001'
export const customerParameters = [
  'institutionId',
  'agent_number',
  'customer_number',
  'product_id',
  'start_date',
  'service_id_acc',
  'surname',
  'firstName',
  'secondName',
  'email',
  'mobile_phone',
  'country_code',
  'region',
  'city',
  'street',
  'house',
  'apartament',
  'postal_code',
] as const
export type CustomerParameter = (typeof customerParameters)[number]
