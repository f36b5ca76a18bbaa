import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { readProcess } from '#proxy/config/process-settings.ts'
import { variables } from '#proxy/config/variables.ts'
import { misplaced, readMerchant } from '#proxy/merchants/merchant-file.ts'
import { compose, composeOfMerchants, container, deployFiles, environmentIn, textOf, yamlOf } from './files.ts'

const known: ReadonlySet<string> = new Set(variables.map(({ name }) => name))

test.each(deployFiles)('%s names no variable that the proxy does not read', (file) => {
  const named = [...textOf(file).matchAll(/\bTENDER_[A-Z0-9_]+\b/g)].map(([name]) => name)
  // Kubernetes would set it itself, says the comment there.
  const unknown = named.filter((name) => !known.has(name) && name !== 'TENDER_PROXY_PORT')
  expect(unknown).toEqual([])
})

test.each(deployFiles.filter((file) => file.endsWith('.yaml')))('%s is YAML', (file) => {
  const documents = yamlOf(file)
  expect(documents.length).toBeGreaterThan(0)
  expect(documents.every((document) => typeof document === 'object' && document !== null)).toBe(true)
})

const secret = (): string => randomBytes(32).toString('base64')

/** What an operator fills in where a file leaves a value empty. */
const filledIn: Readonly<Record<string, () => string>> = {
  TENDER_GATEWAY_USERNAME: () => 'shop-api',
  TENDER_GATEWAY_PASSWORD: () => 'the-password-of-the-bank',
  TENDER_TICKET_SECRET: secret,
  TENDER_SIGNING_SECRET: secret,
  TENDER_API_KEYS: secret,
  TENDER_WEBHOOK_SECRET: () => `whsec_${secret()}`,
  TENDER_METRICS_TOKEN: secret,
  TENDER_RELEASES_SECRET: secret,
  TENDER_REDIS_URL: () => 'rediss://:of-this-test@redis.internal:6379',
}

const filled = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value === '' ? filledIn[name]!() : value]))

const example = environmentIn(textOf('proxy.env.example'))
const [configMap] = yamlOf<{ readonly data: Readonly<Record<string, string>> }>('kubernetes/config-map.yaml')
const [secrets] = yamlOf<{ readonly stringData: Readonly<Record<string, string>> }>('kubernetes/secret.example.yaml')

/** The environments of the proxy by the ways to deploy it. */
const environments = {
  Kubernetes: {
    ...configMap!.data,
    ...secrets!.stringData,
    ...Object.fromEntries(container.env.map(({ name, value = '10.1.2.3' }) => [name, value])),
  },
  compose: { ...example, ...compose.services['proxy']!.environment },
  'the sandbox in compose': { ...compose.services['sandbox-proxy']!.environment, TENDER_TICKET_SECRET: '' },
  systemd: { ...example, ...environmentIn(textOf('systemd/tender-proxy.service')) },
}

describe.each(Object.entries(environments))('the settings for %s', (_, env) => {
  test('are ones that the proxy starts with, once they are filled in', () => {
    expect(readConfig(filled(env))).toEqual({ config: expect.any(Object), warnings: [] })
  })

  test('export metrics on a private address, and trust one proxy at most in private networks', () => {
    const { config } = readConfig(filled(env))
    expect(config?.metrics?.port).toBe(9464)
    expect(config?.trustProxy.every((network) => /^(?:10|127|172)\./.test(network))).toBe(true)
  })
})

test.each([
  ['proxy.env.example', textOf('proxy.env.example')],
  ['Kubernetes', textOf('kubernetes/config-map.yaml') + textOf('kubernetes/secret.example.yaml')],
])('the settings of %s start with the merchant API and webhooks, too', (_, text) => {
  // What is optional is a comment: its marks are removed.
  const opened = text.replaceAll(/^( *)# ?(TENDER_WEBHOOK_\w+[:=])/gm, '$1$2')
  const settings = [...opened.matchAll(/^ *(TENDER_\w+)(?:=|: )'?(.*?)'?$/gm)].map(([, name, value]) => [name!, value!])
  const env = { ...filled(Object.fromEntries(settings)), TENDER_WEBHOOK_SECRET: `whsec_${secret()}` }
  const { config, errors } = readConfig(env)
  expect([errors, config?.apiKeys.length, config?.webhook?.url]).toEqual([
    undefined,
    1,
    'https://shop.example/webhooks',
  ])
})

test('an example without its secrets is refused', () => {
  expect(readConfig(environments.Kubernetes).errors?.join(' ')).toMatch(/TENDER_TICKET_SECRET|TENDER_GATEWAY_USERNAME/)
  expect(readConfig(environments.systemd).errors).toBeDefined()
})

const [processSecrets, merchantSecrets] = yamlOf<{ readonly stringData: Readonly<Record<string, string>> }>(
  'kubernetes-merchants/merchants.example.yaml',
)

/** What the overlay changes of the ConfigMap; null removes a variable. */
const [, changes] = /data:\n([^]*?)\n {2}- patch/.exec(textOf('kubernetes-merchants/kustomization.yaml'))!
const removed = new Set([...changes!.matchAll(/(TENDER_\w+): null/g)].map(([, name]) => name!))

test.each([
  ['compose.merchants.yaml', composeOfMerchants.services['proxy']!.environment!],
  [
    'kubernetes-merchants',
    {
      ...Object.fromEntries(Object.entries(configMap!.data).filter(([name]) => !removed.has(name))),
      ...processSecrets!.stringData,
      ...Object.fromEntries(container.env.map(({ name, value = '10.1.2.3' }) => [name, value])),
    },
  ],
])('the settings of %s are those of a process, and none of a merchant', (_, given) => {
  const env = filled({ ...given, TENDER_RELEASES_SECRET: '' })
  expect(misplaced(env)).toEqual([])
  expect(readProcess(env)).toEqual({ settings: expect.any(Object), warnings: [] })
})

test('each file of a merchant in the example is one that is served, once it is filled in', () => {
  const files = Object.entries(merchantSecrets!.stringData)
  expect(files.length).toBeGreaterThan(0)
  for (const [file, text] of files) {
    const lines = Object.entries(filled(environmentIn(text))).map(([name, value]) => `${name}=${value}`)
    expect(readMerchant(file.replace(/\.env$/, ''), lines.join('\n'), {}).errors).toBeUndefined()
  }
})
