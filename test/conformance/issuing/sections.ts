import { openOperations, operationsOf } from './operations.ts'
import { rules } from './rules.ts'
import { fieldCases } from './rules/fields.ts'
import type { Rule } from './rules/rule.ts'

/** The sections of the document that state rules, with their topics. */
export const sections = {
  '2.1': 'conventions of the wire',
  '2.2': 'how a card is named',
  '2.3': 'where a card is used',
  '2.4': 'limits and their exceptions',
  '2.5': 'the customer',
  '2.6': 'the account',
  '2.7': 'the card',
  '2.8': "a transaction in its card's history",
  '2.9': 'a transaction of a merchant',
  '3': 'states and transitions',
  '4': 'the operations, all alike',
  '4.1': 'customers',
  '4.2': 'accounts',
  '4.3': 'merchants, terminals, keys, services',
  '4.4': 'cards, money, history',
  '5': 'credentials',
  '7': 'errors',
  '8': 'what strict rules restrict',
  family: 'public facts that the document leaves out',
  sandbox: 'what the sandbox chose where nothing is shown',
} as const
export type Section = keyof typeof sections

/** The section at the beginning of a rule's name; `undefined` when it begins with none that is known. */
export function sectionOf(name: string): Section | undefined {
  const [section = ''] = name.split(/:? /, 1)
  return Object.hasOwn(sections, section) ? (section as Section) : undefined
}

const countOf = (list: readonly Rule[], section: Section): number =>
  list.filter(([name]) => sectionOf(name) === section).length

/** A section's row in the table of docs/sandbox/issuer.md. */
interface Counts {
  readonly operations: number
  /** Operations that the contract lacks, or that no rule tests. */
  readonly open: number
  /** Written by hand, and generated from the contract's fields. */
  readonly rules: number
  readonly ofFields: number
}

function countsOf(section: Section): Counts {
  const names = rules.map(([name]) => name)
  return {
    operations: operationsOf[section]?.length ?? 0,
    open: openOperations(section, names).length,
    rules: countOf(rules, section),
    ofFields: countOf(fieldCases, section),
  }
}

const row = (section: string, about: string, { operations, open, rules, ofFields }: Counts): string => {
  const done = operations ? `${operations - open} of ${operations}` : ''
  return `| ${[section, about, done, rules, ofFields, open].join(' | ')} |`
}

/** The table of docs/sandbox/issuer.md: how many operations and rules each section has, how many operations are open. */
export function ruleTable(): string {
  const known = (Object.keys(sections) as Section[])
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((section) => [section, countsOf(section)] as const)
  const sum = (what: keyof Counts): number => known.reduce((total, [, counts]) => total + counts[what], 0)
  const together = {
    operations: sum('operations'),
    open: sum('open'),
    rules: rules.length,
    ofFields: fieldCases.length,
  }
  const lines = [
    ...known.map(([section, counts]) => row(section, sections[section], counts)),
    row('', '**together**', together),
  ]
  return `| Section | What it is about | Operations | Rules | Field by field | Open |\n| --- | --- | --: | --: | --: | --: |\n${lines.join('\n')}`
}
