/** One figure that the project promises, as it was measured. */
export interface Figure {
  /** What is counted, as the table of docs/development/measurements.md shows it. */
  readonly name: string
  readonly target: string
  readonly measured: string
  readonly isMet: boolean
}

/** How much is measured: `full` for the figures of the table, `small` for every test run. */
export type Budget = 'full' | 'small'

/** Measures one topic; `report` receives lines on its progress. */
export type Measure = (budget: Budget, report: (line: string) => void) => Promise<readonly Figure[]>
