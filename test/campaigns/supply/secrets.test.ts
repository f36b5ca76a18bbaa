import { KeyObject } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { readConfig, type ProxyConfig } from '#proxy/config/config.ts'
import { Secret } from '#proxy/config/secret.ts'
import { canaries, everySecret } from './every-secret.ts'
import { config, leaked, paths, within } from './leaks.ts'
import { openProxy, openTestProxy } from '../../unit/proxy/support/test-proxy.ts'

describe('no secret of the configuration is written by', () => {
  test.each(Object.keys(paths))('%s', (screen) => {
    expect(leaked(paths[screen]!(config))).toEqual([])
  })
})

test('the canaries are in the configuration, and would be found', () => {
  const revealed = [...within(config)].flatMap((value) => (value instanceof Secret ? [value.reveal()] : []))
  const keys = [...within(config)].flatMap((value) => (value instanceof KeyObject ? [exported(value)] : []))
  expect(leaked([...revealed, ...keys].join(' '))).toEqual(Object.keys(canaries))
  for (const screen of Object.values(paths))
    expect(leaked(screen({ spilled: everySecret } as never)).length).toBeGreaterThan(9)
})

const exported = (key: KeyObject): string =>
  key.type === 'secret' ? String(key.export()) : String(key.export({ type: 'pkcs8', format: 'pem' }))

test('a proxy shows none either, nor do the sentences about a wrong one', async () => {
  const { clock, gateway, journal } = await openTestProxy()
  const app = await openProxy(config, { clock, fetch: gateway.fetch, journal })
  expect(leaked(inspect(app, { depth: 6 }) + inspect(app.server, { depth: 6 }))).toEqual([])
  const spoilt = Object.fromEntries(
    Object.entries(everySecret).map(([name, text]) => [name, `${text.slice(0, 29)}\u0000`]),
  )
  expect(leaked(readConfig(spoilt).errors!.join())).toEqual([])
})

/** Names of values that must be kept secret. */
type SecretName =
  | `${string}${'assword' | 'ecret' | 'apiKey' | 'signingKey' | 'rivateKey' | 'oken' | 'redisUrl' | 'dentityKey'}${string}`
  | 'key'

type IsPlain<T> = T extends string | Uint8Array ? true : T extends readonly (infer Each)[] ? IsPlain<Each> : never

/** The names of fields in which a type has a secret as plain text or bytes; `never` when there is none. */
type PlainSecrets<T> = T extends
  | Secret
  | KeyObject
  | string
  | number
  | boolean
  | Uint8Array
  | ((..._: never) => unknown)
  ? never
  : T extends readonly (infer Each)[] | ReadonlyMap<string, infer Each>
    ? PlainSecrets<Each>
    : T extends object
      ? {
          [Name in keyof T & string]:
            | (Name extends SecretName ? (true extends IsPlain<NonNullable<T[Name]>> ? Name : never) : never)
            | PlainSecrets<NonNullable<T[Name]>>
        }[keyof T & string]
      : never

test('the types let no secret be plain text', () => {
  expectTypeOf<PlainSecrets<ProxyConfig>>().toBeNever()
  type Spilled = {
    gateway?: { password: string; port: number }
    keys: readonly { key: Uint8Array }[]
    apiKeys: string[]
  }
  expectTypeOf<PlainSecrets<Spilled>>().toEqualTypeOf<'password' | 'key' | 'apiKeys'>()
})
