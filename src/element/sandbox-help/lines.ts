/** A step as `exportTrace()` writes it. */
interface Step {
  /** Milliseconds since the first one. */
  readonly at: number
  readonly step: string
  readonly [member: string]: unknown
}

/** Each step of a trace as a line. */
export const linesIn = (trace: string): readonly string[] =>
  (JSON.parse(trace) as { readonly steps: readonly Step[] }).steps.map(({ at, step, ...rest }) =>
    [`${at} ms`, step, ...Object.entries(rest).map(([name, value]) => `${name}: ${String(value)}`)].join(' · '),
  )
