import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#ports/system.ts'
import { isLoopback, originIn } from '#proxy/config/origins.ts'
import { list } from '#proxy/config/reader.ts'
import { assetsPath } from '#proxy/static-files/documents.ts'
import { integrityPath, withOffers, type Offers, type ScriptTag } from '#proxy/static-files/script-tag.ts'
import { CommandError, type Arguments, type Tools } from '../command.ts'
import { fail, ok, report, type Finding } from '../probe/finding.ts'
import { policiesOf } from '../probe/policy.ts'
import { buildGet, type Answer, type Get } from '../probe/request.ts'
import { differencesOf, integrityOf } from './differences.ts'
import { buildReference } from './reference.ts'
import { card, challenge, openRelease, targetsOf, type Release, type Target } from './release.ts'

/** Compares what an address serves with a release, and prints a line for each answer. */
export async function runVerify(given: Arguments, { home, dist }: Tools): Promise<void> {
  const url = urlIn(given.operands[0])
  const shops = shopsIn(given.text('shop'))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const release = await openRelease(given.text('release') ?? dist, version)
  const get = buildGet({ clock: systemClock })
  const isSandbox = given.has('sandbox') || isLoopback(new URL(url))
  report(await verify({ url, release, get, isSandbox, ...(shops && { shops }) }), given.has('json'), {
    url,
    release: version,
  })
}

interface Verification {
  /** Origin of the proxy as browsers see it. */
  readonly url: string
  readonly release: Release
  readonly get: Get
  /** Whether the proxy may have the gateway on its own machine, and the sandbox's help; anywhere else both are differences. */
  readonly isSandbox: boolean
  /** The origins that may frame the documents; absent, any that the document names. */
  readonly shops?: readonly string[]
}

/** Compares every script and document, and their headers. */
export async function verify({ url, release, get, isSandbox, shops }: Verification): Promise<readonly Finding[]> {
  const ask = ({ path, headers }: Target) => get(url + path, headers)
  const cardAnswer = await ask(card).catch(noAnswer)
  if (typeof cardAnswer === 'string') return [{ check: card.path, ...fail(cardAnswer, 'Correct the address') }]
  // The proxy's own page of a payment link may always frame it.
  const served = ancestorsIn(cardAnswer).filter((one) => one !== url)
  const hasHelp = isSandbox && fillsTestCards(cardAnswer, release)
  const integrity = await ask({ path: integrityPath, headers: {} }).catch(noAnswer)
  const scriptTag = await withOffersOf(integrity, release.scriptTag)
  const reference = await buildReference(
    { ...release, scriptTag },
    {
      url,
      shops: served.every((one) => originIn(one) !== undefined) && served.length ? served : [NOBODY],
      isSandbox: hasHelp || (isSandbox && allowsHttp(await ask(challenge).catch(noAnswer))),
      hasHelp,
    },
  )
  try {
    const findings: Finding[] = [framesOf(served, shops)]
    for (const target of targetsOf(release)) {
      const answer = target === card ? cardAnswer : await ask(target).catch(noAnswer)
      const promised = await reference.answer(target)
      const differences = typeof answer === 'string' ? [answer] : differencesOf(promised, answer)
      findings.push(...findingsOf(target, differences, integrityOf(promised.body)))
    }
    return findings
  } finally {
    await reference.close()
  }
}

/**
 * The script tag with what the evergreen entries say of settings that are not known here: whatever an answer claims, they name
 * methods, and files of the release.
 */
async function withOffersOf(answer: Answer | string, files: ScriptTag): Promise<ScriptTag> {
  try {
    const { offers } = JSON.parse((answer as Answer).body.toString()) as { readonly offers: Offers }
    return await withOffers(files, offers)
  } catch {
    return files // so that what they say is a difference
  }
}

/** Stands in for shops where the served document names none that could be one. */
const NOBODY = 'https://nobody.invalid'

const noAnswer = (error: unknown): string => (error as Error).message

const findingsOf = ({ path }: Target, differences: readonly string[], integrity: string): readonly Finding[] =>
  differences.length
    ? differences.map((difference) => ({ check: path, ...fail(difference, REMEDY) }))
    : [{ check: path, ...ok(integrity) }]

const REMEDY = 'Find out who changed it; deploy the release again, or correct what stands in front of the proxy'

/** All frame-ancestors of the document; each policy has one list. */
const ancestorsIn = (answer: Answer): readonly string[] =>
  policiesOf(answer).flatMap((policy) => policy.get('frame-ancestors') ?? [])

/** Whether the challenge frame may contain pages by http, as with a gateway on the same machine. */
const allowsHttp = (answer: Answer | string): boolean =>
  typeof answer !== 'string' && policiesOf(answer).some((policy) => policy.get('frame-src')?.includes('http:'))

/** Whether the card document has the script of the help in front of a sandbox, which is a difference anywhere else. */
const fillsTestCards = (answer: Answer, { documents: { testCard } }: Release): boolean =>
  testCard !== undefined && answer.body.includes(`src="${assetsPath}${testCard.file}"`)

function framesOf(served: readonly string[], shops: readonly string[] | undefined): Finding {
  const found = `frame-ancestors ${served.join(' ') || 'is missing'}`
  const strangers = served.filter((one) => (shops ? !shops.includes(one) : originIn(one) === undefined))
  const missing = shops?.filter((shop) => !served.includes(shop)) ?? []
  const todo = 'Compare TENDER_SHOP_ORIGINS of the deployed proxy'
  if (!served.length || strangers.length || missing.length) return { check: 'shops', ...fail(found, todo) }
  return { check: 'shops', ...ok(found) }
}

function urlIn(text: string | undefined): string {
  const origin = text === undefined ? undefined : originIn(text)
  if (origin !== undefined) return origin
  throw new CommandError('tender verify needs the origin of the proxy, such as https://pay-shop.example.')
}

function shopsIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const origins = list(text).map(originIn)
  if (origins.length && origins.every((origin) => origin !== undefined)) return origins
  throw new CommandError('--shop must be origins such as https://shop.example, separated by commas.')
}
