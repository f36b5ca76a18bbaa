import type { Env, Gate, Shop } from './fleet.ts'

/** One step of a rotation; traffic continues between any two. */
export type Step =
  /** Replaces every proxy, one after the other. */
  | { readonly roll: Env }
  | { readonly shop: Partial<Shop> }
  | { readonly gate: (gate: Gate, now: number) => Partial<Gate> }
  /** Milliseconds that pass at once. */
  | { readonly after: number }
  /** Waits until the running payments have ended, as they do within an order's validity of 20 minutes. */
  | { readonly settle: true }

export interface Rotation {
  readonly what: string
  readonly from: Env
  readonly steps: readonly Step[]
  /** The same without waits, which must fail: otherwise the test proves nothing. */
  readonly tooEarly: readonly Step[]
}

const long = (name: string): string => name.padEnd(40, '.is-the-name-of-a-key-for-tests.')
const webhook = (name: string): string => `whsec_${Buffer.from(long(`webhook-${name}`)).toString('base64')}`

export interface Keys {
  readonly privateKey: string
  readonly certificate: string
}

/** The initial state of all rotations. */
export const beginning = {
  shop: { ticketSecret: long('one'), kid: 'one', apiKey: long('api-one'), webhookSecret: webhook('one') },
  gate: { logins: { 'api-one': 'password-one' }, certificates: [] },
  env: {
    TENDER_TICKET_SECRET: '',
    TENDER_TICKET_SECRETS: `one:${long('one')}`,
    TENDER_SIGNING_SECRET: long('signing-s1'),
    TENDER_API_KEYS: long('api-one'),
    TENDER_WEBHOOK_URL: 'https://shop.example/webhooks',
    TENDER_WEBHOOK_SECRET: webhook('one'),
    TENDER_GATEWAY_USERNAME: 'api-one',
    TENDER_GATEWAY_PASSWORD: 'password-one',
  },
} as const

const settle = { settle: true } as const
const roll = (change: Env): Step => ({ roll: { ...beginning.env, ...change } })

const tickets = (...names: readonly string[]): Step =>
  roll({ TENDER_TICKET_SECRETS: names.map((name) => `${name}:${long(name)}`).join() })
const signing = (...names: readonly string[]): Env => ({
  TENDER_SIGNING_SECRET: names.map((name) => long(`signing-${name}`)).join(),
})
const nextTicket = { shop: { ticketSecret: long('two'), kid: 'two' } } as const
const nextApiKey = { shop: { apiKey: long('api-two') } } as const
const nextWebhook = { shop: { webhookSecret: webhook('two') } } as const
const nextLogin = roll({ TENDER_GATEWAY_USERNAME: 'api-two', TENDER_GATEWAY_PASSWORD: 'password-two' })

const FIVE_MINUTES = 300_000
const nextSealing = (...opens: readonly string[]): Step => ({
  gate: (_, now) => ({ sealing: { key: 'sealing-2', until: now + 100 * FIVE_MINUTES, opens } }),
})

/** The secrets that payments depend on, replaced as SECURITY.md describes. */
export const rotations = (old: Keys, young: Keys): readonly Rotation[] => [
  {
    what: 'order ticket secrets',
    from: {},
    steps: [tickets('one', 'two'), nextTicket, settle, tickets('two', 'one'), settle, tickets('two')],
    tooEarly: [tickets('two'), nextTicket],
  },
  {
    what: 'the signing secret',
    from: {},
    steps: [roll(signing('s1', 's2')), roll(signing('s2', 's1')), settle],
    tooEarly: [roll(signing('s2'))],
  },
  {
    what: 'API keys',
    from: {},
    steps: [
      roll({ TENDER_API_KEYS: `${long('api-one')},${long('api-two')}` }),
      nextApiKey,
      roll({ TENDER_API_KEYS: long('api-two') }),
    ],
    tooEarly: [roll({ TENDER_API_KEYS: long('api-two') }), nextApiKey],
  },
  {
    what: 'webhook secrets',
    from: {},
    steps: [
      roll({ TENDER_WEBHOOK_SECRET: `${webhook('two')},${webhook('one')}` }),
      nextWebhook,
      roll({ TENDER_WEBHOOK_SECRET: webhook('two') }),
    ],
    tooEarly: [roll({ TENDER_WEBHOOK_SECRET: webhook('two') }), nextWebhook],
  },
  {
    what: 'gateway credentials',
    from: {},
    steps: [
      { gate: ({ logins }) => ({ logins: { ...logins, 'api-two': 'password-two' } }) },
      nextLogin,
      { gate: () => ({ logins: { 'api-two': 'password-two' } }) },
    ],
    tooEarly: [{ gate: () => ({ logins: { 'api-two': 'password-two' } }) }, nextLogin],
  },
  {
    what: 'the request signing key',
    from: { TENDER_GATEWAY_SIGNING_KEY: old.privateKey },
    steps: [
      { gate: () => ({ certificates: [old.certificate] }) },
      { gate: () => ({ certificates: [old.certificate, young.certificate] }) },
      roll({ TENDER_GATEWAY_SIGNING_KEY: young.privateKey }),
      { gate: () => ({ certificates: [young.certificate] }) },
    ],
    tooEarly: [
      { gate: () => ({ certificates: [young.certificate] }) },
      roll({ TENDER_GATEWAY_SIGNING_KEY: young.privateKey }),
    ],
  },
  {
    what: "the gateway's sealing key",
    from: {},
    steps: [{ after: FIVE_MINUTES }, nextSealing('sealing-1', 'sealing-2'), settle, nextSealing('sealing-2')],
    tooEarly: [{ after: FIVE_MINUTES }, nextSealing('sealing-2')],
  },
]
