import type { Report } from './report.ts'

/** Reports about typing, pasting, autofill and password managers in card fields. */
export const fields: readonly Report[] = []
