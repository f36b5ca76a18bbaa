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
  'src/contract': { purpose: 'what the parties promise one another', may: ['zod/mini'] },
  'src/texts': { purpose: 'every sentence a shopper reads, by language', may: ['#contract/gateway/reasons.ts'] },
  'src/bridge': { purpose: 'between the page and the frames', may: ['comlink', '#contract/'] },
  'src/element': { purpose: 'the checkout as the page sees it', may: ['lit', '#contract/', '#bridge/', '#texts/'] },
  'src/card-frame': {
    purpose: 'the document that takes and seals the card',
    may: ['lit', 'credit-card-type', 'micro-rsa-dsa-dh', '#contract/', '#bridge/', '#texts/'],
  },
  'src/challenge-frame': {
    purpose: 'the document that runs the 3DS method and shows the challenge',
    may: ['#contract/', '#bridge/', '#texts/'],
  },
  src: { purpose: 'the doors of the npm package and of the script tag', may: ['#element/'], isFlat: true },

  'server/ports': {
    purpose: 'clock, random, network, log: the parts the rest is handed',
    may: ['node:', 'pino', '#contract/ports.ts'],
  },
  'server/router': {
    purpose: 'a contract table made into routes and into OpenAPI',
    may: ['fastify', 'zod/mini', 'node:crypto', '#contract/'],
  },
  'server/gateway-client': {
    purpose: 'asks the online gateway',
    may: ['undici', 'node:crypto', '#contract/', '#ports/', '#signature/'],
  },
  'server/issuing-client': { purpose: 'asks the card-management interface', may: ['#contract/'] },
  'server/proxy': {
    purpose: 'stands between the browser and the gateway',
    may: [
      'fastify',
      'jose',
      'pino',
      'standardwebhooks',
      'bullmq',
      'ioredis',
      'node:',
      '#contract/',
      '#texts/',
      '#router/',
      '#gateway-client/',
      '#ports/',
      '#signature/',
      '#wallet-tokens/',
    ],
  },
  'server/mounting': {
    purpose: "puts the proxy into a server that is somebody else's",
    may: ['fastify', 'node:', '#contract/', '#proxy/'],
  },
  'server/signature': {
    purpose: 'signs requests to the gateway, and makes the keys for it',
    may: ['node:crypto', 'pkijs', 'asn1js', '#contract/'],
  },
  'server/wallet-tokens': {
    purpose: 'opens wallet payment data as the wallets publish it',
    may: ['node:', 'pkijs', 'asn1js', 'zod/mini', '#contract/'],
  },
  'server/sandbox/store': { purpose: 'what the sandbox remembers', may: ['node:'] },
  'server/sandbox/scenario': {
    purpose: 'the switches for troubles, and the clock that can be put forward',
    may: ['zod/mini', '#contract/ports.ts', '#sandbox/store/'],
  },
  'server/sandbox/three-ds-1': { purpose: 'the messages of the older 3-D Secure', may: sandbox('zod/mini') },
  'server/sandbox/cards': { purpose: 'the test cards that the sandbox knows', may: sandbox() },
  'server/sandbox/gateway': {
    purpose: 'plays the online gateway',
    may: sandbox('#issuing-client/', '#wallet-tokens/', '#signature/'),
  },
  'server/sandbox/merchants': {
    purpose: 'reads what a person writes down of the merchants',
    may: sandbox('zod/mini', '#signature/', '#sandbox/gateway/'),
  },
  'server/sandbox/wallets': {
    purpose: "plays the payers' wallets",
    may: sandbox('zod/mini', '#wallet-tokens/'),
  },
  'server/sandbox/issuer': {
    purpose: 'plays the bank that issued the cards',
    may: sandbox('#sandbox/phones/'),
  },
  'server/sandbox/phones': { purpose: "the cardholders' phones", may: sandbox() },
  'server/sandbox/acs': {
    purpose: "plays the issuer's access control server",
    may: sandbox('#issuing-client/', '#sandbox/phones/'),
  },
  'server/sandbox/console': { purpose: 'shows and steers the sandbox', may: sandbox('zod/mini', '#sandbox/phones/') },
  'server/sandbox': {
    purpose: 'puts the sandbox together',
    may: sandbox('#sandbox/', '#issuing-client/'),
    isFlat: true,
  },
  'server/cli': {
    purpose: 'the command: a module for each of its commands, and what they share',
    may: ['node:', 'fastify', '#contract/', '#gateway-client/', '#ports/', '#proxy/', '#sandbox/', '#signature/'],
  },
  server: {
    purpose: 'the doors: the npm package for servers, and the command',
    may: [
      'node:',
      '#cli/',
      '#contract/',
      '#router/',
      '#gateway-client/',
      '#issuing-client/',
      '#ports/',
      '#mounting/',
      '#proxy/',
      '#sandbox/',
      '#signature/',
    ],
    isFlat: true,
  },

  demo: { purpose: 'a shop, and all origins it needs', may: ['*'] },
  test: { purpose: 'the proof', may: ['*'] },
}

/** The inner modules of a folder, by purpose; each may import from those above it, and from the folder's own files. */
export type InnerModules = Readonly<Record<string, string>>

export const proxyModules: InnerModules = {
  config: 'reads the environment, and refuses what is wrong in it',
  tickets: 'verifies order tickets, and signs what the proxy gets back',
  http: 'limits, refuses and logs requests',
  locks: 'lets one process act for an order at a time',
  gateway: 'opens the gateway, says whether it can be used, and what its errors are',
  'static-files': 'serves the script files and the documents of the frames',
  'payment-methods': 'what a ticket lets the shopper pay by, and stored cards',
  orders: 'reads, registers and gives up orders; what the gateway says of one means',
  wallets: 'opens wallet tokens, and remembers those that paid',
  webhooks: 'tells the merchant how orders stand, and follows those that no callback tells of',
  payments: 'sends a payment once, and settles it by the status of its order',
  'card-testing': 'limits who tries cards',
  'external-three-ds': "asks the merchant's own 3-D Secure server",
  redis: 'keeps locks and counters for several instances',
  pages: 'pages that a browser is led to',
  merchant: "the merchant's API",
}

/** Every folder that is sorted into inner modules; with an empty table, only the number of its files is checked. */
export const innerModules: Readonly<Record<string, InnerModules>> = {
  'src/element': {
    state: 'what the checkout shows, what led there, and what the page is notified of',
    i18n: 'chooses the language, and formats amounts',
    theme: "reads the page's tokens, and hands them to the frame",
    frames: 'opens frames, and speaks to them',
    'three-ds': "3-D Secure: the method, the challenge, and the bank's page",
    wallets: "the wallets' buttons and sheets",
    'script-tag': 'what the script tag does before anything else is loaded',
  },
  'src/card-frame': {
    card: 'what a card number, an expiry, a code and a brand are',
    'proof-of-work': 'solves the work that the proxy may ask for',
    'proxy-client': 'seals the card, and asks the proxy',
    form: 'the form: its fields, their masks and rules, and the guarded button',
    stored: 'stored cards',
    payer: "the payer's e-mail, telephone and address",
    choice: 'the choice between the brands of a co-badged card',
  },
  'server/proxy': proxyModules,
  'server/sandbox/gateway': {},
  'server/sandbox/issuer': {},
}

/** The proxy is left out on purpose: a sandbox that shared its code would share its faults. */
function sandbox(...more: string[]): string[] {
  return [
    'fastify',
    'node:',
    '#contract/',
    '#router/',
    '#ports/',
    '#sandbox/cards/',
    '#sandbox/scenario/',
    '#sandbox/store/',
    '#sandbox/three-ds-1/',
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

/** The inputs that make code return another result at another time. */
export const impurities: Readonly<Record<string, RegExp>> = {
  clock: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/,
  timer: /\b(?:setTimeout|setInterval|setImmediate)\s*\(/,
  random: /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b|\brandomBytes\b|\brandomInt\b/,
  network:
    /(?<![.\w])fetch\s*\(|\b(?:globalThis|window|self)\.fetch\b|\bnew (?:XMLHttpRequest|WebSocket|EventSource)\b|\bsendBeacon\s*\(/,
}

/** The only files that may use them: the ports, and the entry points that pass the real implementations in. */
export const edges: Readonly<Record<string, string>> = {
  'server/ports/system.ts': 'is the clock, the random source and the network',
  'server/cli.ts': 'hands the real parts over',
  'server/sandbox.ts': 'hands the real parts over',
  'src/bridge/clock.ts': "is the browser's clock",
  'src/bridge/random.ts': "is the browser's chance",
  'server/sandbox/console/console-script.ts': "is text for the console's page",
  'src/card-frame/main.ts': 'hands the real parts over',
  'src/challenge-frame/main.ts': 'hands the real parts over',
  'src/loader.ts': 'hands the real parts over, where what is shared is what could not be loaded',
}

export interface Bundle {
  readonly report: string
  /** Brotli bytes of what every visitor loads; chunks fetched when needed, such as a language, do not count. */
  readonly budget: number
  /** The first is the module that the bundle is built for. */
  readonly modules: readonly string[]
  readonly libraries: readonly string[]
  /** The entry does nothing but load the rest. */
  readonly isLoader?: true
  /** Modules that are sent only to those who need them. */
  readonly lazy?: readonly string[]
}

const lit = ['lit', 'lit-html', 'lit-element', '@lit/reactive-element']

/** The bundles that a browser downloads. */
export const bundles: Readonly<Record<string, Bundle>> = {
  element: {
    report: 'dist/cdn/cdn.report.json',
    // Of these, 2 500 are for files that fail to load (1 300 of them in the loader, which must report that by itself)
    // and 500 for moving the focus to a result, and for notes.
    budget: 19_500,
    modules: ['src/element', 'src', 'src/bridge', 'src/contract', 'src/texts'],
    libraries: [...lit, 'comlink', 'zod'],
    isLoader: true,
    lazy: [
      'src/element/three-ds/three-ds.ts',
      'src/element/wallets/express.ts',
      'src/element/wallets/apple-pay.ts',
      'src/element/wallets/google-pay.ts',
      'src/element/wallets/sandbox-wallet.ts',
      'src/texts/ru.ts',
      'src/texts/ar.ts',
    ],
  },
  'card frame': {
    report: 'dist/frames/card.report.json',
    // Includes notes over the button, held presses with the order that they pay, and the retry of files loaded later.
    budget: 28_000,
    modules: ['src/card-frame', 'src/bridge', 'src/contract', 'src/texts'],
    libraries: [...lit, 'comlink', 'zod', 'credit-card-type', 'micro-rsa-dsa-dh', '@noble/hashes'],
    lazy: [
      'src/card-frame/payer/data.ts',
      'src/card-frame/stored/list.ts',
      'src/card-frame/choice/view.ts',
      'src/card-frame/proof-of-work/solve.ts',
    ],
  },
  'challenge frame': {
    report: 'dist/frames/challenge.report.json',
    budget: 6_000,
    modules: ['src/challenge-frame', 'src/bridge', 'src/contract', 'src/texts'],
    libraries: ['comlink'],
  },
}

/** The exports of the npm package; removing one is a breaking change. */
export const publicNames: Readonly<Record<string, readonly string[]>> = {
  'dist/npm/index.js': ['TenderCheckout'],
  'dist/npm/define.js': [],
}
