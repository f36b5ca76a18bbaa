import type { Fixture } from '../fixture.ts'

/** A rule of the card-management document: its name begins with the section, or with `family` or `sandbox`. */
export type Rule = readonly [name: string, check: (fixture: Fixture) => void | Promise<void>]
