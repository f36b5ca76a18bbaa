import type { Step } from '#contract/checkout.ts'
import type { Clock } from '#contract/ports.ts'
import type { Around } from './around.ts'
import type { TabPlan } from '../plan.ts'
import { acsBase } from './bank.ts'
import type { Answer } from '../network/serve.ts'
import type { Living } from '../network/wire.ts'

/** A tab at the bank. */
export interface Led extends Around {
  readonly living: Living
  readonly clock: Clock
  readonly how: TabPlan['atBank']
}

/** The method page: whatever its result, the payment continues after ten seconds at most. */
export async function runMethod(led: Led, { methodUrl, methodData }: Extract<Step, { kind: 'method' }>): Promise<void> {
  if (!methodUrl || !methodData) return
  const run = led.visit(led.living, 'POST', methodUrl, form({ threeDSMethodData: methodData }))
  await Promise.race([run.then((page) => onward(led, page)), led.clock.sleep(10_000)]).catch(() => {}) // failures are ignored
}

/** The challenge: the cardholder enters the code, or does not; the browser returns to the proxy's page. */
export async function atBank(led: Led, step: Exclude<Step, { kind: 'method' | 'code' }>): Promise<undefined> {
  try {
    const first =
      step.kind === 'challenge'
        ? await led.visit(led.living, 'POST', step.acsUrl, form({ creq: step.creq }))
        : await onward(led, await led.visit(led.living, 'GET', step.redirectUrl))
    await answered(led, first)
  } catch {
    // The bank's page did not load; the order's status has the result.
  }
  return undefined
}

const LATEST = 700_000

async function answered(led: Led, page: Answer): Promise<void> {
  const { how, clock, chance } = led
  const [, challenge] = /name="challenge" value="([^"]+)"/.exec(page.body) ?? []
  if (!challenge) return
  if (how === 'walks away') return new Promise(() => {})
  await clock.sleep(how === 'comes late' ? chance.between(60_000, LATEST) : chance.between(3000, 40_000))
  const right = { challenge, code: led.codeOf(challenge) }
  const wrong = { challenge, code: '000000' }
  const expected = how === 'cancels' ? { challenge, cancel: '1' } : how === 'fails' ? wrong : right
  let answer = page
  for (let times = how === 'fails' ? 3 : 1; times > 0; times--)
    answer = await led.visit(led.living, 'POST', `${acsBase}/3ds/answer`, form(expected))
  await onward(led, answer)
}

/** Follows redirects, and pages that post themselves. */
async function onward(led: Led, page: Answer): Promise<Answer> {
  let at = page
  for (let hops = 0; hops < 5; hops++) {
    const next = hopIn(at)
    if (!next) return at
    at = await led.visit(led.living, next.fields ? 'POST' : 'GET', next.to, next.fields && form(next.fields))
  }
  return at
}

interface NextPage {
  readonly to: string
  readonly fields?: Readonly<Record<string, string>>
}

function hopIn({ location, body }: Answer): NextPage | undefined {
  if (location !== undefined) return { to: location }
  const [, action] = /<form method="post" action="([^"]+)">/.exec(body) ?? []
  if (action === undefined || !body.includes('document.forms[0].submit()')) return undefined
  const inputs = body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  return {
    to: plain(action),
    fields: Object.fromEntries(Array.from(inputs, ([, name, value]) => [name!, plain(value!)])),
  }
}

const plain = (html: string): string => html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

const form = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()
