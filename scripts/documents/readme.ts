import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '#cli/command.ts'
import { commands } from '#cli/commands.ts'
import { described, spelled, commandUsage } from '#cli/help.ts'
import { checkoutApi } from '#contract/checkout-api.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { proxyErrors, type ProxyErrorCode } from '#contract/proxy-errors.ts'
import { paymentBlockers } from '#server-contract/payment-blockers.ts'
import { webhookKinds } from '#server-contract/merchant/webhooks.ts'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { hotCardStatuses } from '#server-contract/issuing/card-data.ts'
import { responseCodes } from '#server-contract/issuing/response-codes.ts'
import { walletNames } from '#contract/methods/methods.ts'
import { walletConfigs } from '#proxy/config/methods/methods.ts'
import type { GatewayProfile } from '#gateway-client/profiles/profile.ts'
import { banks } from '#gateway-client/profiles/banks.ts'
import { gatewayProfiles } from '#gateway-client/profiles/profiles.ts'
import { levelOf } from '#proxy/http/log-levels.ts'
import { variables, type Variable } from '#proxy/config/variables.ts'
import { metricTable, type Metric } from '#proxy/metrics/metric-table.ts'
import { language as english } from '#texts/languages/en.ts'
import { readmeRows } from '#router/describe.ts'
import type { TestCard } from '#sandbox/cards/test-card.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { demands, permissions, usualPermissions, type Permission } from '#sandbox/gateway/merchants/permissions.ts'
import { proxyModules } from '../../test/architecture/modules.ts'
import { apiText } from './api.ts'
import { entries } from './public-api.ts'
import { suiteTable } from './suites.ts'
import { issuingCodes, meanings } from './issuing-codes.ts'
import { commonFaults, merchantReference, payerTable } from './reference.ts'
import { llmsFile, llmsText } from './llms.ts'
import { attributeTable, eventTable, reasonTable, styleTable } from './element.ts'
import { moduleMap } from './module-map.ts'
import { figuresTable } from './topics.ts'
import { bankTable } from './banks.ts'
import { benchmarkNames, benchmarkText } from './benchmarks.ts'
import { documentTable } from '../../test/conformance/document/counts.ts'
import { fieldCases as gatewayFieldCases } from '../../test/conformance/gateway/all-rules.ts'
import { fieldCases as issuingFieldCases } from '../../test/conformance/issuing/rules/fields.ts'
import { ruleTable } from '../../test/conformance/gateway/sections.ts'
import { ruleTable as issuingRuleTable } from '../../test/conformance/issuing/sections.ts'
import { formatted } from '../plugins/formatted.ts'
import { languageList, languageListFile, languageTable } from '../plugins/language-list.ts'
import { builtDocuments, isBuilt } from '../../docs/.vitepress/built.ts'
import { readers, titleIn, type Reader } from '../../docs/.vitepress/readers.ts'
import { slugOf } from '../../docs/.vitepress/site-links.ts'
import { root as ROOT } from '../../test/support/root.ts'
import { installTexts } from './install-texts.ts'
import { settingsExample, settingsExampleFile } from './settings-example.ts'

/** The documents that this module formats, from the root; `npm run format` ignores them, since it would pad their tables. */
export const documents: readonly string[] = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `examples/${name}/README.md`)
    .toSorted(),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .filter((file) => !isBuilt(file))
    .toSorted(),
]

const spaced = (pan: string): string => pan.replace(/(\d{4})(?=\d)/g, '$1 ')

const cardRow = ({ pan, cvc, brand, threeDs, method, what, outcome, reason, code }: TestCard): string =>
  `| \`${spaced(pan)}\` | ${cvc} | ${brand} | ${threeDs}${method ? ', method page' : ''} | ${what} | ${outcome}${reason ? `: \`${reason}\` (${code})` : ''} |`

/** A table of an API's operations; those of the checkout are in no specification. */
const operations = (rows: string, source = ' Source |'): string =>
  `| Operation | Path | What it does |${source}\n| --- | --- | --- |${source && ' --- |'}\n${rows}`

const variableRow = ({ name, standard, scope, what }: Variable): string =>
  `| \`${name}\` | ${standard === undefined ? '**required**' : standard} | ${scope ?? 'merchant'} | ${what} |`

const metricRow = ([name, { type, labels = [], what }]: readonly [string, Metric]): string =>
  `| \`${name}\` | ${labels.map((label) => `\`${label}\``).join(' ')} | ${type}: ${what} |`

const profileRow = ([name, profile]: readonly [string, GatewayProfile]): string => {
  const { summary, segments, currencyAliases, acsRedirect, absent } = profile
  const aliases = Object.entries(currencyAliases).map(([answered, registered]) => `${answered} for ${registered}`)
  const way = acsRedirect === 'gateway' ? 'by `acsRedirect.do`' : "by the proxy's own page"
  const lacking = absent.map((operation) => `\`${operation}\``).join(', ')
  return `| \`${name}\` | ${summary} | ${Object.values(segments)
    .map((segment) => `\`${segment}\``)
    .join(', ')} | ${aliases.join(', ')} | ${way} | ${lacking} |`
}

const commandRow = (command: Command): string => `| \`${commandUsage(command)}\` | ${command.summary} |`

const optionRows = (command: string): string =>
  Object.entries(commands.find(({ name }) => name === command)!.options)
    .map(([name, option]) => `| \`${spelled(name, option)}\` | ${described(option)} |`)
    .join('\n')

const optionTables = Object.fromEntries(
  commands
    .filter(({ options }) => Object.keys(options).length)
    .map(({ name }) => [`command-${name}`, () => `| Option | |\n| --- | --- |\n${optionRows(name)}`]),
)

const benchmarkTexts = Object.fromEntries(
  benchmarkNames.map((name) => [`bench-${name}`, (root: string) => benchmarkText(root, name)]),
)

/** A reference of each entry of the package; that of the element is named for what it is. */
const apiTexts = Object.fromEntries(
  Object.entries(entries).map(([entry, file]) => [`api-${entry.split('/')[1] ?? 'element'}`, () => apiText(file)]),
)

/** The sentence of a blocker's text, or of its decline reason, in English. */
const shopperSentence = (name: string): string =>
  ({ ...english.checkout, ...english.reasons } as Readonly<Record<string, string>>)[name]!

const webhookData: Readonly<Record<string, string>> = { order: 'the order', card: 'the card' }

const dataOf = (type: string): string => webhookData[type.split('.')[0]!] ?? 'empty'

/** A link to a document from docs/. */
const linkTo = (file: string): string => {
  const title = titleIn(file, readFileSync(join(ROOT, builtDocuments[file] ?? file), 'utf8'))
  return `[${title}](${file.startsWith('docs/') ? file.slice('docs/'.length) : `../${file}`})`
}

const readerText = ({ title, files }: Reader): string =>
  `## ${title}\n\n${files.map((file) => `- ${linkTo(file)}`).join('\n')}`

/** A way into the documentation: whom it is for, and where it begins. */
const wayRow = ({ title, purpose, files: [first] }: Reader): string =>
  `| [${title}](#${slugOf(title)}) | ${purpose} | ${linkTo(first!)} |`

/** The documents' tables by the name of their placeholder; each is generated from the data that the code reads. */
const tables: Readonly<Record<string, (root: string) => string>> = {
  'test-cards': () =>
    `| Number | CVC | Brand | 3-D Secure | What it shows | Outcome |\n| --- | --- | --- | --- | --- | --- |\n${testCards.map(cardRow).join('\n')}`,
  'proxy-modules': () =>
    `| Module | |\n| --- | --- |\n${Object.entries(proxyModules)
      .map(([name, purpose]) => `| \`${name}\` | ${purpose} |`)
      .join('\n')}`,
  suites: suiteTable,
  ways: () => `| | For you if | Begin with |\n| --- | --- | --- |\n${readers.map(wayRow).join('\n')}`,
  readers: () => readers.map(readerText).join('\n\n'),
  'webhook-events': () =>
    `| Type | When | \`data\` |\n| --- | --- | --- |\n${Object.entries(webhookKinds)
      .map(([type, { summary }]) => `| \`${type}\` | ${summary} | ${dataOf(type)} |`)
      .join('\n')}`,
  commands: () => `| Command | |\n| --- | --- |\n${commands.map(commandRow).join('\n')}`,
  ...optionTables,
  ...apiTexts,
  config: () =>
    `| Variable | Default | One for each | |\n| --- | --- | --- | --- |\n${variables.map(variableRow).join('\n')}`,
  metrics: () =>
    `| Metric | Labels | What it counts |\n| --- | --- | --- |\n${Object.entries(metricTable).map(metricRow).join('\n')}`,
  banks: bankTable,
  profiles: () =>
    `| Profile | For | Wallets | Currency | Whole page to the bank | Absent |\n| --- | --- | --- | --- | --- | --- |\n${Object.entries(
      gatewayProfiles,
    )
      .filter(([name]) => !Object.hasOwn(banks, name))
      .map(profileRow)
      .join(
        '\n',
      )}\n| set alone by | | ${walletNames.map((name) => `\`${walletConfigs[name].segment}\``).join(', ')} | \`TENDER_GATEWAY_CURRENCY_ALIASES\` | \`TENDER_ACS_REDIRECT\` | \`TENDER_GATEWAY_ABSENT\` |`,
  'merchant-permissions': () =>
    `| Permission | What it allows | Usual |\n| --- | --- | --- |\n${Object.entries(permissions)
      .map(
        ([name, what]) => `| \`${name}\` | ${what} | ${usualPermissions.includes(name as Permission) ? 'yes' : ''} |`,
      )
      .join('\n')}`,
  'merchant-demands': () =>
    `| Demand | What it wants |\n| --- | --- |\n${Object.entries(demands)
      .map(([name, what]) => `| \`${name}\` | ${what} |`)
      .join('\n')}`,
  'gateway-operations': () => operations(readmeRows(gatewayApi)),
  'gateway-rules': ruleTable,
  'response-codes': () => meanings('responseCode', responseCodes),
  'card-statuses': () => meanings('hotCardStatus', hotCardStatuses),
  'issuing-codes': issuingCodes,
  'gateway-document': () => documentTable('gateway', gatewayFieldCases.length),
  'issuing-operations': () => operations(readmeRows(issuingApi)),
  'issuing-rules': issuingRuleTable,
  'issuing-document': () => documentTable('issuer', issuingFieldCases.length),
  'merchant-operations': () => operations(readmeRows(merchantApi)),
  'merchant-reference': merchantReference,
  'merchant-faults': commonFaults,
  'payer-blocks': payerTable,
  'checkout-operations': () => operations(readmeRows(checkoutApi), ''),
  figures: figuresTable,
  ...benchmarkTexts,
  ...installTexts,
  'payment-blockers': () =>
    `| Cause | What is wrong | What to do | What the shopper reads |\n| --- | --- | --- | --- |\n${Object.entries(
      paymentBlockers,
    )
      .map(
        ([name, { cause, remedy, shopper }]) => `| \`${name}\` | ${cause} | ${remedy} | ${shopperSentence(shopper)} |`,
      )
      .join('\n')}`,
  'element-attributes': attributeTable,
  'element-events': eventTable,
  'decline-reasons': reasonTable,
  'element-styles': styleTable,
  languages: languageTable,
  faults: () =>
    `| Code | HTTP | Level | Who can mend it | |\n| --- | --- | --- | --- | --- |\n${Object.entries(proxyErrors)
      .map(
        ([code, { status, blame, sentence }]) =>
          `| \`${code}\` | ${status} | ${levelOf(code as ProxyErrorCode)} | ${blame} | ${sentence} |`,
      )
      .join('\n')}`,
}

/** A document with its tables generated again; the figures are those stored under `root`. */
const withTables = (text: string, root: string): string =>
  Object.entries(tables).reduce(
    (written, [name, table]) =>
      written.replace(
        new RegExp(`(<!-- ${name}:begin -->\\n)[^]*?(<!-- ${name}:end -->)`),
        (_, begin: string, end: string) => `${begin}\n${table(root)}\n\n${end}`,
      ),
    text,
  )

/** The names of the placeholders for tables in a text. */
export const placesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^<!-- ([\w-]+):begin -->$/gm)].map(([, name]) => name!)

/** The names of all tables. */
export const tableNames: readonly string[] = Object.keys(tables)

const unpaddedRow = (row: string): string => {
  const cells = row.split(/(?<!\\)\|/).slice(1, -1)
  return `| ${cells.map((cell) => cell.trim().replace(/^(:?)-+(:?)$/, '$1---$2')).join(' | ')} |`
}

/** Markdown without the spaces that line up the columns of its tables; code stays as it is. */
export const unpadded = (text: string): string =>
  text
    .split(/^(```[^]*?^```)$/gm)
    .map((part) => (part.startsWith('```') ? part : part.replace(/^\|.*\|$/gm, unpaddedRow)))
    .join('')

/** A document under a root as it must be: tables generated from the code, formatted, unpadded. */
export const written = (document: string, root: string = ROOT): Promise<string> =>
  finished(readFileSync(join(root, document), 'utf8'), join(root, document), root)

const finished = async (text: string, path: string, root: string): Promise<string> =>
  unpadded(await formatted(path, withTables(text, root)))

/** Writes the documents that consist of tables, and are not committed. */
export async function writeBuiltDocuments(root: string = ROOT): Promise<void> {
  for (const [document, page] of Object.entries(builtDocuments)) {
    const path = join(root, document)
    writeFileSync(path, await finished(readFileSync(join(ROOT, page), 'utf8'), path, root))
  }
}

/** Writes the tables of all documents under a root, the picture of the modules, llms.txt, and the list of the languages. */
export async function writeDocuments(root: string = ROOT): Promise<void> {
  for (const document of documents) writeFileSync(join(root, document), await written(document, root))
  await writeBuiltDocuments(root)
  mkdirSync(join(root, 'docs/images'), { recursive: true })
  writeFileSync(join(root, 'docs/images/modules.svg'), moduleMap())
  writeFileSync(join(ROOT, languageListFile), await languageList())
  writeFileSync(join(ROOT, llmsFile), llmsText())
  const example = join(ROOT, settingsExampleFile)
  writeFileSync(example, settingsExample(readFileSync(example, 'utf8')))
}
