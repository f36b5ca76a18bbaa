/** A part of the tests that is run by itself after a change. */
interface Suite {
  readonly changed: string
  readonly args: readonly string[]
  /** What no other part protects. */
  readonly protects: string
}

/** Vitest finds the projects that the paths belong to, and builds dist/ only for those that read it. */
const node = (...paths: string[]): readonly string[] => paths.map((path) => `test/${path}`)

/** What to run after a change, the quickest first. */
const suites: Readonly<Record<string, Suite>> = {
  architecture: {
    changed: 'an import, a folder, a style, or what is built',
    args: node('architecture'),
    protects: 'the boundaries between modules, public names, bytes and the oldest browsers',
  },
  documents: {
    changed: 'a document, or a table that documents are made of',
    args: node('documents', 'campaigns/supply/documents.test.ts'),
    protects: 'that documents say what the code says, and name tests that exist',
  },
  contract: {
    changed: '`src/contract`, `server/contract`, `src/texts`',
    args: node('unit/contract', 'unit/texts', 'conformance/document'),
    protects: "that the contract is the specification's, field by field",
  },
  frames: {
    changed: '`src/element`, `src/card-frame`, `src/challenge-frame`, what needs no browser',
    args: node('unit/element', 'unit/card-frame', 'unit/challenge-frame'),
    protects: 'each state and decision of the checkout',
  },
  proxy: {
    changed: '`server/proxy`, `server/adapters`, clients, signatures, wallet tokens',
    args: node(
      'unit/proxy',
      'unit/adapters',
      'unit/router',
      'unit/gateway-client',
      'unit/issuing-client',
      'unit/signature',
      'unit/wallet-tokens',
    ),
    protects: 'each rule of the proxy: who may do what, and what is answered',
  },
  sandbox: {
    changed: '`server/sandbox`',
    args: node('unit/sandbox', 'conformance'),
    protects: 'that the sandbox keeps the specification, by rules named after its sections',
  },
  payments: {
    changed: 'how a payment is sent, locked or settled',
    args: node('campaigns/simulation', 'campaigns/sockets'),
    protects: 'that nobody is charged twice, whatever is lost or restarted',
  },
  attacks: {
    changed: 'how requests and answers are read, limited or refused',
    args: node('campaigns/fuzz', 'campaigns/abuse', 'campaigns/apart', 'figures'),
    protects: 'that hostile input is refused and leaves nothing behind',
  },
  programs: {
    changed: '`server/cli`, `package.json`, `deploy`',
    args: node('programs', 'unit/cli', 'unit/deploy', 'campaigns/supply'),
    protects: 'the built programs as processes, the package, and its secrets',
  },
  browser: {
    changed: 'what the element or a frame shows, or does with a press',
    args: ['--project', 'browser'],
    protects: 'focus, layout and events of one element or frame in a real browser',
  },
  journeys: {
    changed: 'anything a shopper meets from end to end',
    args: ['--project', 'journeys'],
    protects: 'that built bundles, pages, frames and servers pay together, and stay isolated',
  },
}

/** What to type; whole projects have an npm script, which also finds Chromium. */
const typed = (args: readonly string[]): string =>
  args[0] === '--project' ? `npm run test:${args[1]}` : `npx vitest run ${args.join(' ')}`

/** The table of CONTRIBUTING.md. */
export function suiteTable(): string {
  const rows = Object.values(suites).map(
    ({ changed, args, protects }) => `| ${changed} | \`${typed(args)}\` | ${protects} |`,
  )
  return `| You changed | Run | What it alone protects |\n| --- | --- | --- |\n${rows.join('\n')}`
}
