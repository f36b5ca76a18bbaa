import { egressHost } from '#proxy/config/egress.ts'
import { isLoopback } from '#proxy/config/origins.ts'
import { list } from '#proxy/config/reader.ts'
import { variables } from '#proxy/config/variables.ts'
import { fail, ok, warn, type Result } from '../probe/finding.ts'
import { SETTINGS_FILE, variablesIn } from '../settings-file.ts'
import type { Subject } from './subject.ts'

/** The errors and warnings of {@link readConfig}, and misspelt names of variables. */
export async function checkConfiguration({ reading, env }: Subject): Promise<readonly Result[]> {
  if (!reading) return []
  const strays = straysIn(env).map((name) =>
    warn(`${name} is no variable of the proxy`, `Correct the name, or remove it${meant(name)}`),
  )
  if (reading.errors) return [...reading.errors.map((error) => fail(sentence(error), remedyOf(error))), ...strays]
  const warnings = reading.warnings.map((warning) => warn(sentence(warning), SET))
  const count = variablesIn(env).length - strays.length
  const { egress } = reading.config
  const through = egress
    ? [ok(`requests to other networks go through the proxy ${egressHost(egress)}, but for ${egress.direct}`)]
    : []
  return [ok(`${count} variables are set, and none breaks a rule`), ...through, ...warnings, ...strays]
}

const SET = 'Every variable is in docs/proxy.md'

/** Several are missing where the file with all of them was not read. */
const remedyOf = (error: string): string =>
  / is required\b/.test(error) ? `Set it, or let npx tender init write all into ${SETTINGS_FILE}. ${SET}` : SET

const sentence = (text: string): string => text.replace(/\.$/, '')

const known: ReadonlySet<string> = new Set(variables.map(({ name }) => name))

const straysIn = (env: Subject['env']): readonly string[] => variablesIn(env).filter((name) => !known.has(name))

/** The variable whose name is most like this one. */
function meant(name: string): string {
  const [best] = variables
    .map((variable) => ({ name: variable.name, distance: distanceOf(name, variable.name) }))
    .toSorted((one, other) => one.distance - other.distance)
  return best && best.distance <= 3 ? `: ${best.name} is one` : ''
}

/** How many characters have to be inserted, removed or replaced. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [column, other] of [...to].entries())
      next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** Whether this Node is one that the package supports. */
export async function checkNode({ engines }: Subject): Promise<readonly Result[]> {
  const [running, least] = [process.versions.node, engines.replace(/^\D+/, '')]
  if (isOlder(running, least))
    return [fail(`${running} runs here, older than ${least}`, `Install Node ${least} or later`)]
  return [ok(`${running} runs here, of ${least} or later`)]
}

function isOlder(version: string, least: string): boolean {
  const [parts, needed] = [version, least].map((text) => text.split('.').map(Number))
  const at = needed!.findIndex((part, place) => part !== (parts![place] ?? 0))
  return at >= 0 && (parts![at] ?? 0) < needed![at]!
}

/** The variables whose secrets the merchant makes. */
const secretNames = ['TENDER_TICKET_SECRET', 'TENDER_TICKET_SECRETS', 'TENDER_SIGNING_SECRET', 'TENDER_API_KEYS']

/** How strong the merchant's own secrets are; {@link readConfig} has refused short, repeated and published ones. */
export async function checkSecrets({ config, env }: Subject): Promise<readonly Result[]> {
  if (!config) return []
  const set = secretNames.filter((name) => env[name]?.trim() && env[name] !== 'none')
  const found = set.map((name) => strengthOf(name, secretsIn(name, env[name]!)))
  const keys = env['TENDER_TICKET_PUBLIC_KEYS'] ? [ok('TENDER_TICKET_PUBLIC_KEYS: tickets are signed by Ed25519')] : []
  return [...found, ...keys, ...sharedFolder(config.releases, env)]
}

const secretsIn = (name: string, text: string): readonly string[] =>
  list(text).map((one) => (name === 'TENDER_TICKET_SECRETS' ? one.replace(/^[^:]*:/, '') : one))

function strengthOf(name: string, secrets: readonly string[]): Result {
  const shortest = Math.min(...secrets.map((secret) => Buffer.byteLength(secret)))
  if (secrets.every(looksRandom)) return ok(`${name}: random, of ${shortest} bytes or more`)
  return warn(`${name} has a secret that does not look random`, 'Make one by openssl rand -base64 32')
}

/** Random text in hexadecimal digits or Base64 has digits; in Base64, letters of both cases too. */
const looksRandom = (secret: string): boolean =>
  /\d/.test(secret) && (/^[\da-f]+$/i.test(secret) || (/[a-z]/.test(secret) && /[A-Z]/.test(secret)))

/** Who writes to the folder and knows the secret that signs its files has a script of theirs served. */
const sharedFolder = (releases: string | undefined, env: Subject['env']): readonly Result[] =>
  releases === undefined || env['TENDER_SIGNING_SECRET']
    ? []
    : [
        warn(
          'TENDER_SIGNING_SECRET is not set, so that the shop’s server could sign files of TENDER_RELEASES',
          'Set TENDER_SIGNING_SECRET to a secret that only the proxies have',
        ),
      ]

/** Whether an address is on this machine, which the gateway and other machines cannot reach. */
export const isLocal = (address: string): boolean => isLoopback(new URL(address))
