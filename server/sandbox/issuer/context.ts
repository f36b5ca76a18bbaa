import type { Clock, Random } from '#contract/ports.ts'
import type { Journal } from '#ports/journal.ts'
import type { Phones } from '#sandbox/phones/inbox.ts'
import type { Tables } from './tables.ts'

/** The context that all handlers of the issuer share. */
export interface IssuerContext {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  readonly tables: Tables
  readonly phones: Phones
  /** `strict`: only what the document's sandbox allows (card management 8); read at each use. */
  readonly rules: () => Rules
  /** Issuer identification number of the cards that are issued here: six digits. */
  readonly bin: string
}

export type Rules = 'full' | 'strict'
