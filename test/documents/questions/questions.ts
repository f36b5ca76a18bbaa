import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { slugOf } from '../../../docs/.vitepress/site-links.ts'
import { linksIn, proseOf } from '../../support/links.ts'
import { root } from '../../support/root.ts'

/** Where a question is answered: `document#heading`, or a document, and words of the answer there. */
export type Answer = readonly [place: string, words: string]

/** What people ask, in the order of docs/index.md, with the places that answer it. */
export const questions: Readonly<Record<string, readonly Answer[]>> = {
  'How do I take my first payment?': [
    ['docs/start.md', 'Open the address that it prints, click a test card, and pay.'],
  ],
  'What does my page need in its Content Security Policy?': [
    ['docs/element.md#the-shops-content-security-policy', 'One origin, and no unsafe source.'],
  ],
  'How do I sign an order in PHP, Python, Ruby, Go, Java or C#?': [
    ['docs/tickets.md#without-the-package', 'Each of these programs prints a ticket; copy `sign` into your shop.'],
  ],
  'How does my server learn that an order is paid?': [
    ['docs/webhooks.md', 'the proxy notifies your server of the state of an order'],
    ['docs/merchant-api.md#the-states-of-an-order', '`paid`'],
  ],
  'Why was a card declined, and what does the shopper read?': [
    ['docs/element.md#why-a-payment-was-declined', 'There is not enough money on this card. Use another card.'],
  ],
  'What does an error code mean?': [
    ['docs/errors.md#error-codes', 'the proxy cannot be reached, or is too slow'],
    ['docs/errors.md#refusals-of-the-proxy', 'The order ticket has expired; sign a new one.'],
  ],
  'Can an order be charged twice?': [['docs/architecture.md#what-an-answer-means', 'No order is charged twice']],
  'What is `pending`?': [
    ['docs/merchant-api.md#the-states-of-an-order', '`pending` is not decided yet: read the order again'],
    ['docs/architecture.md#what-an-answer-means', 'until the gateway’s status decides it'],
  ],
  'How do I refund, capture or cancel?': [
    ['docs/merchant-api.md', '`capture` debits what is held, `cancel` gives a hold back'],
  ],
  'How do I write a plugin for a shop system?': [
    ['docs/integration/plugin.md', 'which part of this package each piece uses'],
  ],
  'How do I store a card, and charge it later?': [
    ['docs/payment-methods.md', 'It is stored afterwards only if the ticket’s `save` says so'],
    ['docs/merchant-api.md#charges-without-the-shopper', '`charge` debits a common one'],
  ],
  'How do I offer Apple Pay and Google Pay?': [
    ['docs/payment-methods.md', 'It is offered with `TENDER_APPLE_PAY_NAME`'],
    ['docs/payment-methods.md#wallet-tokens', 'A wallet’s token is opened by the gateway'],
  ],
  'How do I change colours, fonts and corners?': [['docs/themes.md#tokens', '--tender-accent: rebeccapurple;']],
  'How do I change a sentence, or the language?': [
    ['docs/element.md#languages', 'The first that is available is shown of: the attribute'],
    ['docs/element.md#your-own-sentences', '`texts` is a property of the element'],
  ],
  'How do I use it in React, Vue, Svelte or Angular?': [
    ['docs/integration/frameworks.md#react', 'is a component for React 18 and 19'],
    [
      'docs/integration/frameworks.md#other-frameworks',
      '`<tender-checkout :order="ticket" src="…" @tender-paid="…" />`',
    ],
  ],
  'How do I use it where pages are rendered on a server (SSR)?': [
    ['docs/integration/frameworks.md#server-side-rendering', 'may be imported where pages are rendered on a server'],
    ['docs/element.md#before-the-script-has-run', 'a server may send it with the page'],
  ],
  'Which card number shows which outcome?': [['docs/sandbox/test-cards.md', '`4111 1111 1111 1111`']],
  'How do I test my checkout in Playwright or Cypress?': [
    ['docs/testing.md', 'they fill in the card form, answer the bank, pay by a wallet'],
  ],
  'How do I deploy the proxy, and run several?': [
    ['docs/operations.md#deploy', 'has a file for each way'],
    ['docs/operations.md#scale-out', 'Set `TENDER_INSTANCES=several` and the same `TENDER_REDIS_URL`'],
  ],
  'How do I upgrade without an outage?': [
    ['docs/operations.md#upgrade', 'no page and no payment is lost by an upgrade or a rollback'],
    ['docs/development/releasing.md#what-is-supported', '20.19 and later'],
  ],
  'How do I monitor it, and who wakes me?': [
    ['docs/operations.md#metrics', 'exports metrics for Prometheus'],
    ['docs/operations.md#traces', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['docs/operations.md#alerts', 'deploy/prometheus-alerts.yaml'],
  ],
  'It does not work: where do I look?': [
    ['docs/operations.md#check-a-deployment', '`tender doctor` prints a line for each thing'],
    ['docs/proxy.md#when-it-does-not-work', '`/readyz` answers 503'],
    ['docs/proxy.md#the-log', 'one JSON line per entry'],
  ],
  'What is in scope of PCI DSS, and what is stored?': [
    ['SECURITY.md#which-pci-dss-questionnaire', 'SAQ A'],
    ['docs/security/inventory.md', 'What the proxy stores, logs, connects to'],
  ],
  'How does it work in a mobile app?': [['docs/element.md#in-an-app', 'open the page with the checkout in a web view']],
  'How do I replace a secret without an outage?': [
    ['SECURITY.md#replacing-a-secret', 'proxies that share a Redis are replaced one after the other'],
  ],
}

const INDEX = 'docs/index.md'

/** The questions of the index, each with the places that it leads to. */
export const askedInIndex = (): Readonly<Record<string, readonly string[]>> => {
  const rows = textOf(INDEX).matchAll(/^\| (.+?\?|It does not work: .+?) \| (.+) \|$/gm)
  return Object.fromEntries([...rows].map(([, question, answer]) => [question!, placesIn(INDEX, answer!)]))
}

/** How many links lead from the index to a document, by the shortest way. */
export function clicksTo(document: string): number {
  const seen = new Set([INDEX])
  for (let [clicks, at] = [0, [INDEX]]; at.length; clicks += 1) {
    if (at.includes(document)) return clicks
    at = at.flatMap((from) => placesIn(from, proseOf(root, from)).map(documentOf)).filter(isNew(seen))
  }
  return Infinity
}

const isNew = (seen: Set<string>) => (document: string) => {
  const isUnknown = document.endsWith('.md') && !seen.has(document)
  seen.add(document)
  return isUnknown
}

const documentOf = (place: string): string => place.split('#')[0]!

/** What links in a text of a document lead to, from the root. */
const placesIn = (from: string, text: string): readonly string[] =>
  linksIn(text).map((link) => {
    const [path = '', heading] = link.split('#')
    return [path === '' ? from : join(dirname(from), path), ...(heading === undefined ? [] : [heading])].join('#')
  })

const textOf = (document: string): string => readFileSync(join(root, document), 'utf8')

/** What somebody reads who follows a link: from its heading to the next of the same rank, with straight apostrophes. */
export function readAt(place: string): string {
  const [document = '', heading] = place.split('#')
  const text = textOf(document)
  if (heading === undefined) return straight(text)
  const lines = text.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && slugOf(line.replace(/^#+ /, '')) === heading)
  if (start < 0) return ''
  const rank = /^#+/.exec(lines[start]!)![0].length
  const end = lines.findIndex((line, at) => at > start && new RegExp(`^#{1,${rank}} `).test(line))
  return straight(lines.slice(start, end < 0 ? undefined : end).join('\n'))
}

/** Some documents are written with curved apostrophes. */
export const straight = (text: string): string => text.replaceAll('’', "'")
