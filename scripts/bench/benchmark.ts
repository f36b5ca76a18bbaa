import type { Result } from '../documents/benchmarks.ts'
import type { Options } from './options.ts'

/** Measures one thing beside its baselines, all in one run; `report` receives lines on the progress. */
export type Benchmark = (options: Options, report: (line: string) => void) => Promise<Omit<Result, 'date'>>
