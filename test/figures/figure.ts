/** One figure that the project promises, as it was measured. */
export interface Figure {
  /** What is counted, as the table of docs/measurements.md shows it. */
  readonly name: string
  readonly target: string
  readonly measured: string
  readonly isMet: boolean
}

/** How much of it: `full` is what the table shows, `small` what every test run can bear. */
export type Budget = 'full' | 'small'

/** Measures one topic; told lines say how far it is. */
export type Measure = (budget: Budget, report: (line: string) => void) => Promise<readonly Figure[]>
