import { version } from '#contract/version.ts'
import { linesOfMisuse, type Checked } from './misuse.ts'
import type { Step, Trace } from './trace.ts'

/** What the report names of the checkout itself. */
export interface Traced {
  readonly src: string
  readonly state: string
  readonly locale: string
  readonly theme: string
  readonly presentation: string
}

/**
 * The members of a step's detail that leave the page: no amount, name or address of the ticket, nothing that was typed.
 * The number of an order is all that identifies it.
 */
const members = [
  'orderNumber',
  'orderId',
  'state',
  'previous',
  'names',
  'complete',
  'invalid',
  'method',
  'wallet',
  'reason',
  'code',
  'field',
  'line',
  'frame',
  'version',
  'path',
  'ms',
  'status',
  'screen',
  'late',
  'traceId',
] as const

/** Characters of a text. */
const MAX_LENGTH = 300

const safe = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, MAX_LENGTH) : value)

/** A step as it leaves the page; a request stands where it began, and is recorded once it has ended. */
interface Line {
  readonly time: number
  readonly step: string
  readonly detail: Readonly<Record<string, unknown>>
}

function lineOf([time, step, detail]: Step): Line {
  const { began = time, ...all } = detail as { readonly began?: number; readonly [name: string]: unknown }
  const known = members.filter((name) => all[name] !== undefined && all[name] !== '')
  return { time: began, step, detail: Object.fromEntries(known.map((name) => [name, safe(all[name])])) }
}

/** The steps of a checkout as JSON, with what one must know of the page and the browser. */
export function traceOf(steps: readonly Step[], traced: Traced): string {
  const { src, state, locale, theme, presentation } = traced
  const lines = steps.map(lineOf).toSorted((one, other) => one.time - other.time)
  const start = lines[0]?.time ?? 0
  const page = {
    origin: location.origin,
    browser: navigator.userAgent,
    language: navigator.language,
    width: innerWidth,
    height: innerHeight,
    isOnline: navigator.onLine,
    visibility: document.visibilityState,
  }
  const report = {
    checkout: { version, src, state, locale, theme, presentation },
    page,
    started: new Date(start).toISOString(),
    steps: lines.map(({ time, step, detail }) => ({ at: time - start, step, ...detail })),
  }
  return JSON.stringify(report, null, 1)
}

/** States in which a checkout works; before, what keeps it from working comes first. */
const works = /^(?!loading|failed|pending)/

/** Logs the steps so far and each one that follows, and what the page does wrong once the checkout works. */
export function logSteps(trace: Trace, checkout: Checked): void {
  let isChecked = false
  const check = (): void => {
    isChecked = true
    // oxlint-disable-next-line no-console -- the page has asked for it
    for (const line of linesOfMisuse(checkout)) console.error(line)
  }
  const start = trace.steps[0]?.[0] ?? 0
  const log = (recorded: Step): void => {
    const { time, step, detail } = lineOf(recorded)
    if (!isChecked && step === 'state' && works.test(String(detail['state']))) check()
    // oxlint-disable-next-line no-console -- the page has asked for it
    console.info(`tender-checkout: ${time - start} ms ${step} ${JSON.stringify(detail)}`)
  }
  trace.steps.forEach(log)
  trace.onStep = log
}
