/**
 * The modules, a row per folder: its purpose, and what it may import. A name that ends with `/` or `:` allows every
 * module that begins with it; a library's name also allows its subpaths; any other name, that one module. Inside a
 * module, imports are relative.
 */
export interface Module {
  readonly purpose: string
  readonly may: readonly string[]
  /** The module is only the files directly in this folder; its subfolders are modules of their own. */
  readonly isFlat?: true
}

export const modules: Readonly<Record<string, Module>> = {
  'src/contract': {
    purpose: 'what browsers and servers agree on: the checkout’s API, fields, money and themes',
    may: ['zod/mini'],
  },
  'src/texts': { purpose: 'the sentences that a shopper reads, by language', may: ['#contract/reasons.ts'] },
  'src/browser': {
    purpose: 'the browser’s clock, network, random numbers, addresses and imports, and the claims of a ticket',
    may: ['#contract/'],
  },
  'src/bridge': { purpose: 'messages between the page and the frames', may: ['#contract/', '#browser/'] },
  'src/element': {
    purpose: 'the custom element in the shop’s page',
    may: ['lit', 'lean-qr', '#contract/', '#bridge/', '#browser/', '#texts/'],
  },
  'src/card-frame': {
    purpose: 'the document with the card form, which seals the card',
    may: ['credit-card-type', 'micro-rsa-dsa-dh', '@noble/hashes', '#contract/', '#bridge/', '#browser/', '#texts/'],
  },
  'src/challenge-frame': {
    purpose: 'the document that runs the 3DS method and shows the challenge',
    may: ['#contract/', '#bridge/', '#browser/'],
  },
  src: {
    purpose: 'the entry points of the npm package and of the script tag',
    may: ['react', '#element/', '#texts/overrides.ts'],
    isFlat: true,
  },

  'server/contract': {
    purpose: 'the APIs that only servers use: the gateway’s, the card-management interface, the merchant’s, tickets',
    may: ['zod/mini', '#contract/'],
  },
  'server/ports': {
    purpose:
      'the clock, random numbers, the network, the journal and the standard output; what guards servers by the Host',
    may: ['node:', '#contract/ports.ts', '#contract/wire/client.ts'],
  },
  'server/router': {
    purpose: 'makes routes and OpenAPI of a table of operations',
    may: ['fastify', 'zod/mini', 'node:crypto', '#contract/', '#server-contract/'],
  },
  'server/gateway-client': {
    purpose: 'the client of the online gateway',
    may: ['undici', 'zod/mini', 'node:net', 'node:tls', '#contract/', '#server-contract/', '#ports/', '#signature/'],
  },
  'server/issuing-client': {
    purpose: 'the client of the card-management interface',
    may: [
      'zod/mini',
      '#contract/',
      '#server-contract/',
      '#gateway-client/delivery.ts',
      '#gateway-client/failure-cause.ts',
      '#ports/with-timeout.ts',
    ],
  },
  'server/proxy': {
    purpose: 'the server between the browser and the gateway',
    may: [
      'fastify',
      'jose',
      'pino',
      'prom-client',
      'standardwebhooks',
      'bullmq',
      'ioredis',
      'lean-qr',
      'node:',
      '#contract/',
      '#server-contract/',
      '#texts/',
      '#router/',
      '#gateway-client/',
      '#ports/',
      '#signature/',
      '#wallet-tokens/',
    ],
  },
  'server/adapters': {
    purpose: "composes the proxy from its variables, and mounts it in the merchant's own server",
    may: [
      'fastify',
      'node:',
      '#contract/',
      '#server-contract/',
      '#gateway-client/undici-fetch.ts',
      '#ports/',
      '#proxy/',
    ],
  },
  'server/signature': {
    purpose: 'signs requests to the gateway, and makes the keys for it',
    may: ['node:crypto', 'pkijs', 'asn1js', '#contract/', '#server-contract/'],
  },
  'server/wallet-tokens': {
    purpose: 'decrypts and verifies wallet payment data',
    may: ['node:', 'pkijs', 'asn1js', 'zod/mini', '#contract/', '#server-contract/'],
  },
  'server/sandbox/store': { purpose: "the sandbox's tables, in memory or in a file", may: ['node:'] },
  'server/sandbox/scenario': {
    purpose: 'the switches for faults, and the clock that can be set ahead',
    may: ['zod/mini', '#contract/ports.ts', '#sandbox/store/'],
  },
  'server/sandbox/three-ds-1': { purpose: 'the messages of 3-D Secure 1', may: sandbox('zod/mini') },
  'server/sandbox/three-ds-2': { purpose: 'refuses messages of EMV 3-D Secure', may: sandbox() },
  'server/sandbox/cards': { purpose: 'the test cards of the sandbox', may: sandbox() },
  'server/sandbox/gateway': {
    purpose: 'simulates the online gateway',
    may: sandbox('lean-qr', '#gateway-client/profiles/', '#wallet-tokens/', '#signature/'),
  },
  'server/sandbox/merchants': {
    purpose: "reads the merchants' file",
    may: sandbox('zod/mini', '#signature/', '#sandbox/gateway/'),
  },
  'server/sandbox/wallets': {
    purpose: "simulates the payers' wallets, and makes their tokens",
    may: sandbox('zod/mini', 'pkijs', 'asn1js', '#wallet-tokens/'),
  },
  'server/sandbox/issuer': {
    purpose: 'simulates the bank that issued the cards',
    may: sandbox('zod/mini', '#sandbox/phones/'),
  },
  'server/sandbox/texts': {
    purpose: "what the sandbox's bank and wallets say, by language",
    may: ['#texts/choose-locale.ts'],
  },
  'server/sandbox/phones': { purpose: "the cardholders' phones", may: sandbox() },
  'server/sandbox/acs': {
    purpose: "simulates the issuer's access control server",
    may: sandbox('#issuing-client/', '#sandbox/phones/'),
  },
  'server/sandbox/console': {
    purpose: 'the page and the API that show and control the sandbox',
    may: sandbox('zod/mini', '#sandbox/phones/'),
  },
  'server/sandbox': {
    purpose: 'composes the sandbox',
    may: sandbox('#sandbox/', '#gateway-client/profiles/', '#issuing-client/'),
    isFlat: true,
  },
  'server/testing': {
    purpose: "helpers for a shop's own tests in a browser",
    may: ['node:', 'playwright', '#contract/', '#server-contract/', '#ports/', '#sandbox/cards/'],
  },
  'server/cli': {
    purpose: 'the command line: a module for each command',
    may: [
      'node:',
      'fastify',
      'lean-qr',
      '#contract/',
      '#server-contract/',
      '#gateway-client/',
      '#adapters/',
      '#ports/',
      '#proxy/',
      '#sandbox/',
      '#signature/',
    ],
  },
  server: {
    purpose: 'the entry points of the npm package for servers, and the command',
    may: [
      'node:',
      '#cli/',
      '#contract/',
      '#server-contract/',
      '#router/',
      '#gateway-client/',
      '#issuing-client/',
      '#ports/',
      '#adapters/',
      '#proxy/',
      '#sandbox/',
      '#signature/',
      '#testing/',
    ],
    isFlat: true,
  },

  demo: { purpose: 'a demo shop, with every server that it needs', may: ['*'] },
  'scripts/plugins': {
    purpose: 'plugins of the build and of the test runner, and the budgets of what is built',
    may: ['vite', 'vitest', 'oxfmt', 'node:', '#texts/', '#card-frame/', '#element/description.ts'],
  },
  scripts: { purpose: 'generates documents, measures figures and runs benchmarks', may: ['*'] },
  'docs/.vitepress': { purpose: 'the documentation as a site', may: ['node:', 'vitepress'] },
  test: { purpose: 'tests and campaigns', may: ['*'] },
}

/** The inner modules of a folder, by purpose; each may import from those above it, and from the folder's own files. */
export type InnerModules = Readonly<Record<string, string>>

export const proxyModules: InnerModules = {
  config: 'reads the environment, and refuses what is wrong in it',
  tickets: 'verifies order tickets, and signs what the proxy gets back',
  http: 'limits, refuses and logs requests',
  store: 'what a process remembers and does beside its answers: codes, refunds, identifiers of orders',
  locks: 'lets one process act for an order at a time',
  gateway: 'opens the gateway client, checks that the gateway can be used, and maps its errors',
  'static-files': 'serves the script files and the documents of the frames',
  methods: 'the ways to pay: what a ticket lets the shopper pay by, stored cards, and wallets with their tokens',
  orders: "reads, registers and cancels orders; maps the gateway's status to our states",
  webhooks: 'detects that an order or card has changed, reads it, queues the event and sends it to the merchant',
  payments: 'sends a payment once, and settles it by the status of its order',
  'card-testing': 'limits who tries cards',
  'external-three-ds': "payments with the merchant's own 3-D Secure server",
  redis: 'locks, counters and queues that several instances share',
  pages: 'pages that a browser is redirected to',
  merchant: "the merchant's API",
  'shop-server': "what a shop's own server does with an order of the proxy",
  metrics: 'counts what happens, for Prometheus',
  traces: 'spans of requests, for OpenTelemetry',
  merchants: 'serves many merchants in one process: reads their files, and finds each by its host',
}

/** Every folder that is sorted into inner modules. */
export const innerModules: Readonly<Record<string, InnerModules>> = {
  'src/element': {
    trace: "records the checkout's steps, and writes them down",
    state: "the checkout's state machine, and the events of the page",
    i18n: 'chooses the language, and formats amounts',
    theme: "the theme: presets, the page's tokens, and what is taken over from the page",
    frames: 'opens frames, and calls them',
    'sandbox-help': 'for developers, in front of a sandbox only: test cards, faults and steps',
    waiting: 'reads an order until it is decided, the time that is left, and the page that comes back',
    'three-ds': "3-D Secure: the method, the challenge, and the bank's page",
    methods: "the ways to pay beside the card: the wallets' buttons and sheets, and their layout",
    'payment-form': "the bank's own `PaymentForm`, over the element",
    'script-tag': 'what the script tag does before anything else is loaded',
  },
  'src/card-frame': {
    vdom: 'the form as a tree of plain nodes: serialised by the build, and patched into the document',
    card: 'card numbers, expiry dates, codes and brands',
    methods: 'what differs in the form by how the order reached the shop',
    'proof-of-work': 'solves the work that the proxy may ask for',
    'proxy-client': 'seals the card, and calls the proxy',
    typing: 'what is typed, pasted or set by a script, and undoing it',
    form: 'the form: its fields, their masks and rules, and the guarded button',
    stored: 'stored cards',
    payer: "the payer's e-mail, telephone and address",
    'co-badge': 'the choice between the brands of a co-badged card',
    'brand-logos': 'the pictures of the brands',
    'test-card': 'fills in a test card, in front of a sandbox only',
  },
  'server/proxy': proxyModules,
  'server/sandbox/gateway': {
    errors: 'error codes and messages, in English and in Russian',
    profiles: 'the kinds of systems that the sandbox imitates',
    merchants: 'merchants, their permissions, and who sends a request',
    cards: "cards and their seals, 3-D Secure transactions, and the issuer's response codes",
    bindings: 'stored cards',
    orders: 'orders: their lifecycle, status and refunds',
    callbacks: 'callbacks, and their delivery',
    payments: 'payments by card and binding, with 3-D Secure',
    methods: 'payments by wallet, and mail and telephone orders',
    family: 'operations that the specification does not have',
    pages: "the gateway's own pages",
  },
  'server/sandbox/issuer': {
    requests: 'what the sandbox takes in fields that the document leaves free',
    ledger: 'transactions, amounts, fees, acceptors and settlement',
    keys: 'cryptographic keys, and card verification codes',
    accounts: 'accounts',
    limits: 'spending limits of accounts and cards',
    geo: 'geographic restrictions',
    authorizations: 'debits, credits and reversals',
    transfers: 'transfers between cards and accounts',
    cards: 'cards',
    pins: 'PINs',
    services: 'services of a card',
    customers: 'customers',
    acquiring: "the acquirer's side: merchants and their payment orders",
    history: 'the history of transactions',
  },
  scripts: {
    plugins: 'plugins of the build and of the test runner, and the budgets of what is built',
    documents: 'writes the generated parts of the documents',
    figures: 'measures what docs/development/measurements.md says',
    bench: 'benchmarks against a named baseline',
  },
  test: {
    support: 'one clock, one stack, one fake gateway, and what else all tests share',
    architecture: 'modules, bundles, public names and examples',
    conformance: 'the rules of each API, in process; each operation once over HTTP',
    documents: 'the documents, and their generated tables',
    unit: 'the modules by themselves',
    programs: 'the built programs and their commands, and whole servers on real sockets',
    browser: 'the element and the frames in a browser',
    journeys: "shoppers' stories against the whole stack",
    engines: 'the payments and the isolation in Chromium, Firefox and WebKit',
    examples: 'pays through every example, as it is installed from the tarball',
    campaigns: 'attacks, fuzzing, simulation and walks',
    figures: 'that every figure can be measured, from a small part of it',
    outside: 'reports of defects in other products, and the tests that show them here',
    'third-party': 'clients that others have written',
  },
}

/** The proxy is left out on purpose: a sandbox that shared its code would share its faults. */
function sandbox(...more: string[]): string[] {
  return [
    'fastify',
    'node:',
    '#contract/',
    '#server-contract/',
    '#router/',
    '#ports/',
    '#sandbox/cards/',
    '#sandbox/scenario/',
    '#sandbox/store/',
    '#sandbox/texts/',
    '#sandbox/three-ds-1/',
    '#sandbox/three-ds-2/',
    ...more,
  ]
}

/** The innermost module around a file. */
export function moduleOf(file: string): string | undefined {
  const folder = file.slice(0, file.lastIndexOf('/'))
  return Object.keys(modules)
    .filter((module) => (modules[module]!.isFlat ? folder === module : file.startsWith(`${module}/`)))
    .toSorted((a, b) => b.length - a.length)[0]
}
