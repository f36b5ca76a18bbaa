import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { reasons } from '#contract/reasons.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { webhookKinds } from '#server-contract/merchant/webhooks.ts'
import { Ticket } from '#server-contract/ticket.ts'
import { attributes, events, methods, states } from '#element/description.ts'
import { root } from '../../test/support/root.ts'
import { limitsOf, schemaOf, typeOf } from './reference.ts'

/** The summary of the integration for coding assistants, beside the documents. */
export const llmsFile = 'docs/llms.txt'

/** The documents that an integration needs, with what each of them answers. */
const pages: Readonly<Record<string, string>> = {
  'start.md': 'the first payment, step by step, with a simulated bank',
  'element.md': 'the element: languages, own sentences, layouts, slots, the Content Security Policy',
  'integration/frameworks.md': 'React, Vue, Svelte, Angular, Next.js and server rendering',
  'integration/plugin.md': 'a plugin for a shop system, in JavaScript or PHP, with examples for Vendure and Medusa',
  'themes.md': 'themes and tokens',
  'tickets.md': 'every claim, and signing in seven languages without the package',
  'payment-methods.md': 'stored cards, wallets, telephone orders, payment by an app of the bank',
  'merchant-api.md': 'read, capture, cancel, refund and charge orders',
  'webhooks.md': 'notifications and their signature',
  'errors.md': 'error codes, and what the browser’s console says',
  'proxy.md': 'the variables of the proxy, its command and its log',
  'testing.md': 'tests of a shop with the sandbox and Playwright',
  'sandbox/test-cards.md': 'test cards',
}

/** A block of code of a document, so that what an assistant copies is what the tests of the documents run. */
function block(document: string, language: string): string {
  const [found] =
    new RegExp(`^\`\`\`${language}\\n[^]+?^\`\`\`$`, 'm').exec(readFileSync(join(root, document), 'utf8')) ?? []
  if (found === undefined) throw new Error(`${document} has no block of ${language}`)
  return found
}

/** A description without its links, which lead from another document. */
const plain = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')

const list = (rows: Readonly<Record<string, string>>): string =>
  Object.entries(rows)
    .map(([name, what]) => `- \`${name}\`: ${plain(what)}`)
    .join('\n')

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const mapped = <T>(table: Readonly<Record<string, T>>, textOf: (row: T) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [name, textOf(row)]))

/** The claims of the ticket with their types and lengths; those of one kind share a line. */
function claims(): string {
  const required = new Set(schemaOf(Ticket).required)
  const kinds = new Map<string, string[]>()
  for (const [name, field] of Object.entries<z.core.$ZodType>(Ticket.shape)) {
    const schema = schemaOf(field)
    const limits = limitsOf(schema).replace(/(?:, )?`.*`/, '')
    const kind = [required.has(name) ? 'required' : '', typeOf(schema), limits].filter(Boolean).join(', ')
    kinds.set(kind, [...(kinds.get(kind) ?? []), name])
  }
  return [...kinds].map(([kind, names]) => `- ${named(names)}: ${kind}`).join('\n')
}

/** The text of the file, made of the tables that the code reads and of blocks of the documents. */
export const llmsText = (): string => `# tender-checkout

> A payment checkout for a merchant's own page: the element \`<tender-checkout>\`, a proxy that calls the payment gateway, and a sandbox bank for tests. Node 20.19 or later.

- The merchant's server signs an order ticket (a JWT). The page shows the element with that ticket. The proxy registers and pays the order at the gateway.
- The page and the proxy are different sites (registrable domains); on one machine \`localhost\` and \`127.0.0.1\`.
- Never deliver goods because of an event in the page: read the order from the server (\`merchant.order\`), or wait for the webhook \`order.paid\`, and compare the amount and the currency.
- Amounts are whole minor units. An order number belongs to one order; give no other order the same number with a suffix from \`-2\` to \`-20\`.
- Keep TENDER_TICKET_SECRET, TENDER_API_KEYS and TENDER_WEBHOOK_SECRET on the server. Load the script from the proxy, or import \`tender-checkout/define\`, and do not copy it.
- To try it without an account, run \`npx tender dev\`; \`npx tender init\` writes the settings, and \`npx tender doctor\` checks them.

## Sign the order, on the server

${block('README.md', 'ts')}

## Show the element, in the page

${block('README.md', 'html')}

## Take the webhook, on the server

${block('docs/webhooks.md', 'ts')}

## Attributes

${list(mapped(attributes, ({ what }) => what))}

## Methods

${list(mapped(methods, ({ what, returns }) => `${what} (\`${returns}\`)`))}

## States

\`state\` of the element is one of ${named(states)}. \`paid\`, \`held\`, \`verified\`, \`refunded\`, \`cancelled\` and \`expired\` are decided; \`pending\` is not: do not charge the order by other means.

## Events

They bubble. \`detail\` stands in brackets; "the order" is \`orderNumber, orderId?, amount, currency\`.

${list(mapped(events, ({ when, detail }) => `${when} (${detail})`))}

\`reason\` of a decline is one of ${named(reasons)}.

## Claims of the ticket

HS256 with TENDER_TICKET_SECRET, or EdDSA. A claim that is not in this list is refused. \`signOrder\` sets \`iat\` and \`exp\`.

${claims()}

## Operations of \`merchantClient\`

From \`tender-checkout/merchant\`, with a key of TENDER_API_KEYS.

${list(mapped(merchantApi, ({ summary }) => summary))}

## Webhook events

${list(mapped(webhookKinds, ({ summary }) => summary))}

## Documents

${Object.entries(pages)
  .map(([file, what]) => `- [${file}](${file}): ${what}`)
  .join('\n')}
`
