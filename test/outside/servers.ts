import type { Report } from './report.ts'

/** Reports about payment servers and their clients. */
export const servers: readonly Report[] = []
