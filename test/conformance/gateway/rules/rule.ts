import type { Fixture } from '../fixture.ts'

type Check = (fixture: Fixture) => Promise<void>

/**
 * One behaviour that a gateway must have, whatever implements it and however it is reached. The name begins with the
 * section of the specification (`2.3`), or with `family:` for a public fact that the specification leaves out.
 */
export type Rule = readonly [name: string, check: Check]

/** Rules by their names. */
export const rulesOf = (rules: Readonly<Record<string, Check>>): readonly Rule[] => Object.entries(rules)
