import { retryImport, brisk, type Import } from '#browser/retry-import.ts'
import type { Clock } from '#contract/ports.ts'
import type * as Solver from './solve.ts'
import { PROOF, WORK } from '#contract/proof-of-work/headers.ts'
import type { FrameFetch } from '../frame-fetch.ts'

/** Sends a request; when it is refused until some work is done, does the work and sends the request again. */
export const working =
  (fetch: FrameFetch, clock: Clock, load: Import<typeof Solver> = () => import('./solve.ts')): FrameFetch =>
  async (url, settings) => {
    const answer = await fetch(url, settings)
    const work = answer.status === 429 ? answer.headers.get(WORK) : null
    if (!work) return answer
    const solver = await retryImport(load, clock, brisk).catch(() => undefined)
    const proof = await solver?.solve(work, clock)
    if (proof === undefined) return answer // it stays refused
    return fetch(url, { ...settings, headers: { ...settings.headers, [PROOF]: proof } })
  }
