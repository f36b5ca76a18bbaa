/** One environment variable of `tender proxy`, as docs/proxy.md shows it. */
export interface Variable {
  readonly name: `TENDER_${string}`
  /** Default value; absent means that the variable is required. */
  readonly standard?: string
  /** Whether it is one for all merchants of a process (`--merchants`); absent, each merchant has its own. */
  readonly scope?: 'process'
  readonly what: string
}
