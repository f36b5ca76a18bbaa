import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#ports/system.ts'
import { readConfig } from '#proxy/config/config.ts'
import { isSafe, originIn } from '#proxy/config/origins.ts'
import { CommandError, type Arguments, type Tools } from '../command.ts'
import { fail, report, type Finding } from '../probe/finding.ts'
import { buildGet } from '../probe/request.ts'
import { settingsOf, variablesIn, type Settings } from '../settings-file.ts'
import { checks } from './checks.ts'
import type { Check, Subject } from './subject.ts'

/** Examines what the variables and the options name, and prints a line for each finding. */
export async function runDoctor(given: Arguments, { env, home }: Tools): Promise<void> {
  const [url, shop] = [urlOf(given), pageIn(given.text('shop'))]
  // An address is examined from any machine, by the variables that are set there; the folder's file may be another's.
  const settings: Settings = url === undefined ? settingsOf(env) : { env }
  if (settings.source !== undefined) console.error(settings.source)
  const subject = subjectOf({
    env: settings.env,
    url,
    shop,
    engines: enginesIn(home),
  })
  report(await diagnose(subject), given.has('json'), { ...(subject.url !== undefined && { url: subject.url }) })
}

interface Given extends Pick<Subject, 'env' | 'engines'> {
  readonly url?: string | undefined
  readonly shop?: string | undefined
  readonly ca?: string
}

/** The variables are read only where there are any: with `--url` alone, a deployed proxy is examined. */
export function subjectOf({ env, url, shop, engines, ca }: Given): Subject {
  const reading = url === undefined || variablesIn(env).length ? readConfig(env) : undefined
  const config = reading?.config
  const publicUrl = url ?? config?.publicUrl
  const trusted = ca === undefined ? {} : { ca }
  return {
    env,
    engines,
    clock: systemClock,
    get: buildGet({ clock: systemClock, ...trusted }),
    ...trusted,
    ...(reading && { reading }),
    ...(config && { config }),
    ...(publicUrl !== undefined && { url: publicUrl }),
    ...(shop !== undefined && { shop }),
  }
}

/** Runs the checks; one that fails to run is a finding too. */
export async function diagnose(subject: Subject, chosen: readonly Check[] = checks): Promise<readonly Finding[]> {
  const found = await Promise.all(chosen.map((check) => findingsOf(check, subject)))
  return found.flat()
}

const findingsOf = async ({ name, run }: Check, subject: Subject): Promise<readonly Finding[]> => {
  const results = await run(subject).catch((error: unknown) => [unforeseen(error)])
  return results.map((result) => ({ check: name, ...result }))
}

/** The error's message is not shown, since it could quote a setting. */
const unforeseen = (error: unknown) =>
  fail(
    `the check itself failed (${error instanceof Error ? error.name : typeof error})`,
    'Report this, with the version of tender',
  )

function urlOf(given: Arguments): string | undefined {
  const [operand, option] = [given.operands[0], given.text('url')]
  if (operand !== undefined && option !== undefined)
    throw new CommandError('tender doctor takes one address: give it as URL or by --url.')
  const text = operand ?? option
  if (text === undefined) return undefined
  const origin = originIn(text)
  if (origin !== undefined) return origin
  const name = operand === undefined ? '--url' : 'The address'
  throw new CommandError(`${name} must be the origin of the proxy, such as https://pay-shop.example.`)
}

export function pageIn(text: string | undefined): string | undefined {
  if (text === undefined || isSafe(text, true)) return text
  throw new CommandError('--shop must be the address of a page, such as https://shop.example/checkout.')
}

export const enginesIn = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { engines: { node: string } }).engines.node
