/** One environment variable of `tender proxy`, as docs/proxy.md shows it. */
export interface Variable {
  readonly name: `TENDER_${string}`
  /** Default value; absent means that the variable is required. */
  readonly standard?: string
  readonly what: string
}
