import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '#cli/commands.ts'
import { merchantApi } from '#server-contract/merchant/merchant.ts'
import { webhookKinds } from '#server-contract/merchant/webhooks.ts'
import { proxyErrors } from '#contract/proxy-errors.ts'
import {
  attributes,
  cssParts,
  cssProperties,
  events,
  methods,
  properties,
  readOnlyProperties,
  slots,
} from '#element/description.ts'
import { variables } from '#proxy/config/variables.ts'
import { root } from '../../test/support/root.ts'
import { exportsOf } from './exports.ts'

/** Public names by what they are names of. */
export type PublicApi = Readonly<Record<string, readonly string[]>>

/** The source of each entry of the npm package, whose exports are public. */
export const entries: Readonly<Record<string, string>> = {
  'tender-checkout': 'src/index.ts',
  'tender-checkout/react': 'src/react.ts',
  'tender-checkout/server': 'server/index.ts',
  'tender-checkout/sandbox': 'server/sandbox.ts',
  'tender-checkout/issuing': 'server/issuing.ts',
  'tender-checkout/testing': 'server/testing.ts',
  'tender-checkout/merchant': 'server/merchant.ts',
  'tender-checkout/ticket': 'server/ticket.ts',
}

const namesOf = (table: Readonly<Record<string, unknown>>): readonly string[] => Object.keys(table)

/** Every public name, sorted, so that two versions can be compared. */
export function publicApi(): PublicApi {
  const names: PublicApi = {
    ...Object.fromEntries(
      Object.entries(entries).map(([entry, file]) => [`exports of ${entry}`, exportsOf(file).map(({ name }) => name)]),
    ),
    attributes: namesOf(attributes),
    properties: [...namesOf(properties), ...namesOf(readOnlyProperties)],
    methods: namesOf(methods),
    events: namesOf(events),
    tokens: namesOf(cssProperties),
    parts: namesOf(cssParts),
    slots: namesOf(slots),
    variables: variables.map(({ name }) => name),
    commands: commands.flatMap(({ name, options }) => [
      name,
      ...Object.keys(options).map((option) => `${name} --${option}`),
    ]),
    'error codes': namesOf(proxyErrors),
    webhooks: namesOf(webhookKinds),
    'merchant operations': namesOf(merchantApi),
  }
  return Object.fromEntries(Object.entries(names).map(([kind, list]) => [kind, list.toSorted()]))
}

/** The names of the last release, which it has written; none before the first one. */
export function releasedApi(): PublicApi {
  const file = join(root, 'docs/data/public-api.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PublicApi) : {}
}

/** The names of a release that are no longer there, and that no line of the changelog's unreleased part names. */
export function removedSilently(released: PublicApi, current: PublicApi, changelog: string): readonly string[] {
  const unreleased = /^## Unreleased$([^]*?)(?=^## \d|$(?![^]))/m.exec(changelog)?.[1] ?? ''
  return Object.entries(released).flatMap(([kind, names]) =>
    names
      .filter((name) => !current[kind]?.includes(name) && !unreleased.includes(`\`${name}\``))
      .map((name) => `${kind}: ${name}`),
  )
}
