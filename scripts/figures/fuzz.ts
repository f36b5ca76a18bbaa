import { fuzzBadAnswers } from '../../test/campaigns/fuzz/bad-answers/run.ts'
import { fuzzInProcess } from '../../test/campaigns/fuzz/in-process/run.ts'
import { slowest } from '../../test/campaigns/fuzz/validators.ts'
import { fuzzRaw } from '../../test/campaigns/fuzz/wire/raw.ts'
import type { Budget, Figure, Measure } from '../../test/support/figure.ts'

/** How many of each; a connection that is left open lasts as long as the proxy's time limit. */
const budgets: Readonly<Record<Budget, { inProcess: number; raw: number; leftOpen: number; badAnswers: number }>> = {
  full: { inProcess: 1_000_000, raw: 100_000, leftOpen: 200, badAnswers: 20_000 },
  small: { inProcess: 3000, raw: 600, leftOpen: 0, badAnswers: 300 },
}

/** Any seed will do; a fixed one makes runs repeatable. */
const SEED = 20_261_121

const number = new Intl.NumberFormat('en')

export const measure: Measure = async (budget, report) => {
  const { inProcess, raw, leftOpen, badAnswers } = budgets[budget]
  const rows: Figure[] = []
  const result = (figure: Figure, findings: readonly string[]): void => {
    rows.push(figure)
    for (const finding of findings.slice(0, 5)) report(finding)
  }
  const requests = await fuzzInProcess(inProcess, SEED, report)
  result(
    {
      name: 'fuzzed requests in process: crashes, hangs, 5xx, names that the gateway must not see',
      target: `${number.format(inProcess)} / 0`,
      measured: `${number.format(requests.requests)} (${number.format(requests.gatewayCalls)} calls of the gateway, ${number.format(requests.perSecond)}/s) / ${requests.findings.length}`,
      isMet: requests.requests >= inProcess && !requests.findings.length,
    },
    requests.findings,
  )
  const sockets = await fuzzRaw({ count: raw, seed: SEED, leftOpen }, report)
  result(
    {
      name: 'mutated bytes on sockets: crashes, hangs over 11 s, 5xx, answers to smuggled requests',
      target: `${number.format(raw)} / 0`,
      measured: `${number.format(sockets.connections)} (${number.format(sockets.perSecond)}/s, the longest ${number.format(sockets.slowest)} ms) / ${sockets.findings.length}`,
      isMet: sockets.connections >= raw && !sockets.findings.length,
    },
    sockets.findings,
  )
  const answers = await fuzzBadAnswers(badAnswers, SEED, report)
  result(
    {
      name: 'bad answers of the gateway: crashes, wrong verdicts',
      target: `${number.format(badAnswers)} / 0`,
      measured: `${number.format(answers.badAnswers)} in ${number.format(answers.cases)} orders / ${answers.findings.length}`,
      isMet: answers.badAnswers >= badAnswers && !answers.findings.length,
    },
    answers.findings,
  )
  // A run beside other tests cannot measure such short times.
  if (budget === 'full') {
    const { name, ms } = slowest(100_000)
    result(
      {
        name: 'adversarial texts of 100 KB against every validator: the slowest',
        target: '< 5 ms',
        measured: `${ms.toFixed(2)} ms (${name})`,
        isMet: ms < 5,
      },
      [],
    )
  }
  return rows
}
