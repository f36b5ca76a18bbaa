import type { Report } from './report.ts'

/** Reports about browsers without a newer API, and errors that nobody expected. */
export const oldBrowsers: readonly Report[] = []
