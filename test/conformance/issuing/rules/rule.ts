import type { Fixture } from '../fixture.ts'

type Check = (fixture: Fixture) => void | Promise<void>

/** A rule of the card-management document: its name begins with the section, or with `family` or `sandbox`. */
export type Rule = readonly [name: string, check: Check]

/** Rules by their names. */
export const rulesOf = (rules: Readonly<Record<string, Check>>): readonly Rule[] => Object.entries(rules)
