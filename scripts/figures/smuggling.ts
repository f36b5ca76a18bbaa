import { goodTickets } from '../../test/campaigns/fuzz/in-process/tickets.ts'
import { openTarget } from '../../test/campaigns/fuzz/in-process/target.ts'
import { typesLetIn } from '../../test/campaigns/fuzz/wire/content-types.ts'
import { whileListening } from '../../test/campaigns/fuzz/wire/listening.ts'
import { behindNginx, probeThrough } from '../../test/campaigns/fuzz/wire/nginx.ts'
import { nginxHere } from '../../test/support/nginx.ts'
import { probes } from '../../test/campaigns/fuzz/wire/probes.ts'
import { runProbes } from '../../test/campaigns/fuzz/wire/run-probes.ts'
import { slowSockets } from '../../test/campaigns/sockets/slow-sockets.ts'
import type { Figure, Measure } from '../../test/support/figure.ts'

const TYPES = 5000
const DRIBBLERS = 1000

/** Milliseconds that a slow client's connection may last: the limit of 10 s, and 1 s between two checks. */
const LONGEST = 11_000

export const measure: Measure = async (budget, report) => {
  const rows = [await straight(report), await types()]
  return budget === 'small' ? rows : [...rows, await throughNginx(report), await slow()]
}

async function straight(report: (line: string) => void): Promise<Figure> {
  const wrong = await whileListening(runProbes)
  wrong.forEach(report)
  return {
    name: 'smuggling probes: answered otherwise than a strict reader would',
    target: '>= 39 / 0; two Host, absolute-form and HTTP/0.9 all 400',
    measured: `${probes.length} / ${wrong.length}`,
    isMet: probes.length >= 39 && !wrong.length,
  }
}

async function throughNginx(report: (line: string) => void): Promise<Figure> {
  const nginx = nginxHere()
  const name = 'the same through nginx: requests that were given a foreign answer'
  const target = `${probes.length * 4} / 0`
  if (!nginx) return { name, target, measured: 'skipped: nginx is not on this machine', isMet: false }
  const wrong = await whileListening((port) => behindNginx(nginx, port, probeThrough))
  wrong.forEach(report)
  return { name, target, measured: `${probes.length * 4} / ${wrong.length}`, isMet: !wrong.length }
}

async function types(): Promise<Figure> {
  const { app, clock } = await openTarget(async () => new Response('{}'))
  const [{ token }] = (await goodTickets(clock)) as [{ token: string }]
  const letIn = await typesLetIn(app, token, TYPES)
  await app.close()
  return {
    name: 'values of Content-Type that reach a handler',
    target: `1 of ${TYPES}, the exact one`,
    measured: `${letIn.length} of ${TYPES}`,
    isMet: letIn.length === 1 && letIn[0] === 'application/json',
  }
}

async function slow(): Promise<Figure> {
  const { dribblers, cut, longest, alone, beside } = await whileListening((port) => slowSockets(port, DRIBBLERS))
  return {
    name: 'slow clients: cut, the longest life, and the p99 of good requests beside them',
    target: `${DRIBBLERS}, each <= 11 s, p99 < 2x`,
    measured: `${cut} of ${dribblers}, ${(longest / 1000).toFixed(1)} s, ${alone.toFixed(1)} → ${beside.toFixed(1)} ms`,
    isMet: cut === dribblers && longest <= LONGEST && beside < 2 * alone,
  }
}
