import { describe, expect, test } from 'vitest'
import { readConfig } from '#proxy/config/config.ts'
import { readProcess } from '#proxy/config/process-settings.ts'
import { variables } from '#proxy/config/variables.ts'
import { misplaced, readMerchant } from '#proxy/merchants/merchant-file.ts'
import { compose, container, deployFiles, environmentIn, filled, secret, textOf, yamlOf } from './files.ts'
import { exampleFiles, ofMerchants } from './merchants.ts'

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

test.each(Object.entries(ofMerchants))(
  'the settings of %s for merchants are those of a process, and none of a merchant',
  (_, { env }) => {
    expect(misplaced(env)).toEqual([])
    expect(readProcess(env)).toEqual({ settings: expect.any(Object), warnings: [] })
  },
)

test('each file of a merchant in the example is one that is served, once it is filled in', () => {
  expect(Object.keys(exampleFiles)).not.toEqual([])
  for (const [file, text] of Object.entries(exampleFiles))
    expect(readMerchant(file.replace(/\.env$/, ''), text, {}).errors).toBeUndefined()
})
