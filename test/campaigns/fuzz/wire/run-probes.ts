import { exchange, wrongWith } from './exchange.ts'
import { probes, type Probe } from './probes.ts'

/** Sends every probe to a listening proxy; returns a sentence for each wrong result. */
export async function runProbes(port: number): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const probe of probes) {
    const message = await failureOf(probe, port)
    if (message !== undefined) wrong.push(`${probe.name}: ${message}`)
  }
  return wrong
}

async function failureOf({ bytes, answers }: Probe, port: number): Promise<string | undefined> {
  const came = await exchange(bytes, { port })
  const statuses = came.answers.map(({ status }) => status)
  if (String(statuses) !== String(answers)) return `answered ${statuses.join(', ')} and not ${answers.join(', ')}`
  return wrongWith(came)
}
