/** Whom a part of the documentation is for. */
export interface Reader {
  readonly title: string
  readonly purpose: string
  /** The documents in reading order, by their path in the repository. */
  readonly files: readonly string[]
}

/** The ways through the documentation; every document is in exactly one of them. */
export const readers: readonly Reader[] = [
  {
    title: 'Take payments',
    purpose: 'you build the page that takes the payment, and the server behind it',
    files: [
      'docs/start.md',
      'README.md',
      'docs/integration/examples.md',
      'docs/element.md',
      'docs/integration/frameworks.md',
      'docs/themes.md',
      'docs/tickets.md',
      'docs/payment-methods.md',
      'docs/merchant-api.md',
      'docs/webhooks.md',
      'docs/errors.md',
    ],
  },
  {
    title: 'Look it up',
    purpose: 'you take payments already, move from another checkout, or choose one',
    files: [
      'docs/behaviour.md',
      'docs/integration/script-tag.md',
      'docs/reference.md',
      'docs/api.md',
      'docs/integration/links.md',
      'docs/integration/close-the-day.md',
      'docs/integration/plugin.md',
      'docs/integration/migration.md',
      'docs/comparison.md',
    ],
  },
  {
    title: 'Run it',
    purpose: 'you deploy the proxy, keep its secrets, and are called when it fails',
    files: [
      'docs/proxy.md',
      'docs/integration/own-three-ds.md',
      'docs/integration/ask-your-bank.md',
      'docs/banks.md',
      'docs/operations.md',
      'docs/integration/host-for-others.md',
      'SECURITY.md',
      'docs/security/threats.md',
      'docs/security/headers.md',
      'docs/security/inventory.md',
    ],
  },
  {
    title: 'Test with it',
    purpose: 'you test a shop without a bank',
    files: [
      'docs/sandbox/README.md',
      'docs/sandbox/test-cards.md',
      'docs/sandbox/faults.md',
      'docs/testing.md',
      'docs/sandbox/gateway.md',
      'docs/sandbox/merchants.md',
    ],
  },
  {
    title: 'Issue cards',
    purpose: 'you test the software of a bank that issues cards; a shop needs none of it',
    files: ['docs/issuing.md', 'docs/sandbox/issuer.md'],
  },
  {
    title: 'Carry it on',
    purpose: 'you change the code of tender-checkout itself',
    files: [
      'docs/architecture.md',
      'docs/development/sequences.md',
      'docs/development/symptoms.md',
      'docs/development/words.md',
      'docs/development/extend.md',
      'docs/development/pictures.md',
      'CONTRIBUTING.md',
      'docs/development/releasing.md',
      'docs/development/measurements.md',
      'docs/development/benchmarks.md',
      'docs/security/asvs.md',
      'CHANGELOG.md',
    ],
  },
]

/** The title of a document, from its text: its heading, but for the README, which is headed by the product's name. */
export const titleIn = (file: string, text: string): string =>
  file === 'README.md' ? 'Overview' : (/^# (.+)$/m.exec(text)?.[1] ?? file)
