import { fieldCases, openRules, rules } from './all-rules.ts'
import type { Rule } from './rules/rule.ts'

/** The sections of the specification that state rules, with their topics. */
export const sections = {
  '2.1': 'the order',
  '2.2': 'stored credentials',
  '2.3': 'who initiates a payment: tii',
  '2.4': 'blocks that requests share',
  '3': 'states and transitions',
  '4.1': 'register.do',
  '4.2': 'registerPreAuth.do',
  '4.3': "paymentorder.do with the gateway's 3DS server",
  '4.4': "paymentorder.do with the merchant's own",
  '4.5': 'motoPayment.do',
  '4.6': 'acsRedirect.do',
  '4.7': 'walletA/payment.do',
  '4.8': 'walletA/paymentDirect.do',
  '4.9': 'walletB/payment.do',
  '4.10': 'walletB/paymentDirect.do',
  '4.11': 'operations with stored credentials',
  '4.12': 'getOrderStatusExtended.do',
  '5': 'credentials and signatures',
  '6': 'callback notifications',
  '7': 'errors',
  '8': 'limits',
  family: 'public facts that the specification leaves out',
} as const
export type Section = keyof typeof sections

/** The section at the beginning of a rule's name; `undefined` when it begins with none that is known. */
export function sectionOf(name: string): Section | undefined {
  const [section = ''] = name.split(/:? /, 1)
  return Object.hasOwn(sections, section) ? (section as Section) : undefined
}

const countOf = (names: readonly string[], section: Section): number =>
  names.filter((name) => sectionOf(name) === section).length

const namesOf = (list: readonly Rule[]): string[] => list.map(([name]) => name)

/** How many rules each section has: written by hand, generated from the contract's fields, and not kept yet. */
export const ruleCounts = (): (readonly [Section, rules: number, ofFields: number, open: number])[] =>
  (Object.keys(sections) as Section[])
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((section) => [
      section,
      countOf(namesOf(rules), section),
      countOf(namesOf(fieldCases), section),
      countOf(openRules, section),
    ])

/** The table of these counts in docs/sandbox/gateway.md. */
export function ruleTable(): string {
  const counts = ruleCounts()
  const sum = (at: 1 | 2 | 3) => counts.reduce((total, row) => total + row[at], 0)
  const rows = counts.map(([section, ...numbers]) => [section, sections[section], ...numbers])
  const all = [...rows, ['', '**together**', sum(1), sum(2), sum(3)]]
  const lines = all.map((cells) => `| ${cells.join(' | ')} |`)
  return `| Section | What it is about | Rules | Field by field | Open |\n| --- | --- | --: | --: | --: |\n${lines.join('\n')}`
}
