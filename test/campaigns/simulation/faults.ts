/** A gateway that keeps the specification, or one that charges every request. */
export type GatewayKind = 'spec' | 'hostile'

/** The fault in one exchange: whether and when the request arrives, and what its sender receives. */
export interface Fault {
  readonly reach: 'never' | 'at-once' | 'late' | 'twice'
  /** A number is an HTTP status; `nothing` is no answer; `refused` guarantees that no byte was sent. */
  readonly back: 'answer' | 'slow' | 'nothing' | 'reset' | 'refused' | number | Garbling
  /** The sender receives it before the request arrives. */
  readonly early?: true
  /** The fault occurs only with this kind of gateway. */
  readonly only?: GatewayKind
}

/** Changes of an answer's text. */
export type Garbling = 'truncated' | 'malformed' | 'name twice' | 'html' | 'huge' | 'foreign'

const delivered = { reach: 'at-once', back: 'answer' } as const

/** Faults of any connection. */
const common = {
  refused: { reach: 'never', back: 'refused' },
  'lost before': { reach: 'never', back: 'nothing' },
  'lost after': { reach: 'at-once', back: 'nothing' },
  'reset before': { reach: 'never', back: 'reset' },
  'reset after': { reach: 'at-once', back: 'reset' },
  'reset under way': { reach: 'late', back: 'reset', early: true },
  late: { reach: 'late', back: 'answer' },
  'late and lost': { reach: 'late', back: 'nothing' },
  'slow answer': { reach: 'at-once', back: 'slow' },
  '500 before': { reach: 'never', back: 500 },
  '502 before': { reach: 'never', back: 502 },
  '500 after': { reach: 'at-once', back: 500 },
  '502 after': { reach: 'at-once', back: 502 },
  '502 under way': { reach: 'late', back: 502, early: true },
  truncated: { reach: 'at-once', back: 'truncated' },
} as const satisfies Readonly<Record<string, Fault>>

/** Answers from another server: a captive portal, or a load balancer without a proxy or over its limit. */
export const portals = {
  html: { reach: 'never', back: 'html' },
  'html after': { reach: 'at-once', back: 'html' },
  malformed: { reach: 'at-once', back: 'malformed' },
  '404 before': { reach: 'never', back: 404 },
  '404 after': { reach: 'at-once', back: 404 },
  '429 before': { reach: 'never', back: 429 },
} as const satisfies Readonly<Record<string, Fault>>

/** HTTP 429 of a gateway that processes what it answers so, and answers before or after that. */
export const processedOverloads = {
  '429 after': { reach: 'at-once', back: 429 },
  '429 under way': { reach: 'late', back: 429, early: true },
} as const satisfies Readonly<Record<string, Fault>>

/** The possible faults of each leg. TCP itself repeats nothing; what arrives twice was repeated by an intermediary. */
export const legs = {
  browser: {
    ...common,
    '503 before': { reach: 'never', back: 503 },
    twice: { reach: 'twice', back: 'answer' },
    ...portals,
  },
  gateway: {
    ...common,
    '404 before': { reach: 'never', back: 404 },
    '404 after': { reach: 'at-once', back: 404 },
    '404 under way': { reach: 'late', back: 404, early: true },
    '429 before': { reach: 'never', back: 429 },
    ...processedOverloads,
    '400 before': { reach: 'never', back: 400 },
    '400 after': { reach: 'at-once', back: 400 },
    '400 under way': { reach: 'late', back: 400, early: true },
    '503 after': { reach: 'at-once', back: 503 },
    malformed: { reach: 'at-once', back: 'malformed' },
    'name twice': { reach: 'at-once', back: 'name twice' },
    html: { reach: 'at-once', back: 'html' },
    huge: { reach: 'at-once', back: 'huge' },
    'of another order': { reach: 'at-once', back: 'foreign' },
    twice: { reach: 'twice', back: 'answer', only: 'spec' },
  },
  callback: { ...common, twice: { reach: 'twice', back: 'answer' } },
  webhook: { ...common, twice: { reach: 'twice', back: 'answer' } },
  bank: common,
  store: {
    'reset before': { reach: 'never', back: 'reset' },
    'reset after': { reach: 'at-once', back: 'reset' },
    'slow answer': { reach: 'at-once', back: 'slow' },
    late: { reach: 'late', back: 'answer' },
  },
  process: { killed: { reach: 'never', back: 'nothing' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Fault>>>>

export type Leg = keyof typeof legs

/** No fault. */
export const none: Fault = delivered

export const faultOf = (leg: Leg, name: string): Fault => (legs[leg] as Readonly<Record<string, Fault>>)[name] ?? none

/** The names of a leg's possible faults with that kind of gateway. */
export const namesOn = (leg: Leg, gateway: GatewayKind): readonly string[] =>
  Object.entries<Fault>(legs[leg])
    .filter(([, { only = gateway }]) => only === gateway)
    .map(([name]) => name)
