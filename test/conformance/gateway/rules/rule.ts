import type { Fixture } from '../fixture.ts'

/**
 * One thing that a gateway must keep to, whoever plays it and however it is reached. The name begins with the section
 * of the specification (`2.3`), or with `family:` for a public fact that the specification leaves out.
 */
export type Rule = readonly [name: string, check: (fixture: Fixture) => Promise<void>]
