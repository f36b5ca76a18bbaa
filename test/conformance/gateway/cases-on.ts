import { oneOfEach } from '../../support/extent.ts'
import type { Wire } from './fixture.ts'

type Case = readonly [name: string, check: unknown]

/** The operation, and whether it refuses or is done; every case has one. */
export const operationIn = ([name]: Case): string | undefined => /^.*? (?:refuses|is done)/.exec(name)?.[0]

/** What is wrong with the field, such as “missing”. */
export const wrongIn = ([name]: Case): string | undefined => / that is (.*)$/.exec(name)?.[1]

/**
 * The cases of single fields to run on a wire. In process they are all run; over HTTP the same checks get the same
 * request, so that `npm test` runs one of each operation and of each kind of wrong value there.
 */
export const casesOn = <C extends Case>(wire: Wire, cases: readonly C[]): readonly C[] =>
  wire.name === 'in process' ? cases : oneOfEach(cases, operationIn, wrongIn)
