import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readMerchant } from '#proxy/merchants/merchant-file.ts'
import { built, processes, slow } from '../unit/cli/tender.ts'

const start = processes()
const folder = mkdtempSync(join(tmpdir(), 'tender-merchants-'))
afterAll(() => rmSync(folder, { recursive: true }))

const password = { TENDER_GATEWAY_PASSWORD: 'canary-password' }

async function tender(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const running = start(process.execPath, [built, ...args], env, folder)
  return { code: await running.ended, out: running.out(), error: running.error() }
}

const add = (name: string, host = `https://${name}.pay.example`, env: NodeJS.ProcessEnv = password) =>
  tender(
    `merchant add ${name} --merchants ${folder} --url ${host} --shop https://${name}.example --gateway https://gateway.bank.example --login api --yes`.split(
      ' ',
    ),
    env,
  )

test('tender merchant add writes what the proxy takes, for its owner only, and prints no secret', slow, async () => {
  const { code, out, error } = await add('one')
  expect([code, error]).toEqual([0, ''])
  const file = join(folder, 'one.env')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { merchant, errors } = readMerchant('one', readFileSync(file, 'utf8'), {})
  expect([errors, merchant?.host, merchant?.warnings]).toEqual([undefined, 'one.pay.example', []])
  expect(out).toContain('<script async crossorigin src="https://one.pay.example/v1/checkout.js"></script>')
  expect(out).toContain("returnUrl: 'https://one.example/orders/A-17'")
  for (const [, secret] of readFileSync(file, 'utf8').matchAll(/^TENDER_\w*(?:SECRET|KEYS|PASSWORD)=(.+)$/gm))
    expect(out).not.toContain(secret)
})

test('a file that exists is left alone, and a host that another merchant has is refused', slow, async () => {
  writeFileSync(join(folder, 'two.env'), readFileSync(join(folder, 'one.env'), 'utf8').replace('one.pay', 'two.pay'))
  const kept = await add('two')
  expect([kept.code, kept.out]).toEqual([1, ''])
  expect(kept.error).toContain('two.env exists, and nothing was written.')
  const taken = await add('three', 'https://one.pay.example')
  expect([taken.code, taken.out]).toEqual([1, ''])
  expect(taken.error).toMatch(/three\.env:\d+: TENDER_PUBLIC_URL is also that of one\.env/)
  expect(readdirSync(folder).toSorted()).toEqual(['one.env', 'two.env'])
})

test.each<[args: string, sentence: string]>([
  ['merchant add', 'takes the merchant’s name'],
  ['merchant add ../x --merchants .', 'takes the merchant’s name'],
  ['merchant remove one --merchants .', 'takes the merchant’s name'],
  ['merchant add one', 'needs --merchants DIR'],
  ['merchant add one --merchants nowhere', 'nowhere is no folder.'],
  ['doctor none --merchants .', '. has no none.env.'],
  ['doctor --merchants nowhere', 'nowhere'],
  ['doctor --merchants . --shop https://one.example/', 'needs a merchant’s name'],
])('tender %s is refused in a sentence', slow, async (args, sentence) => {
  const { code, out, error } = await tender(args.split(' '))
  expect([code, out]).toEqual([1, ''])
  expect(error).toContain(sentence)
  expect(error).not.toContain('    at ')
})

test('tender doctor --merchants examines every merchant, or one, by the names of their files', slow, async () => {
  writeFileSync(join(folder, 'bad.env'), 'TENDER_PORT=1\n')
  const all = await tender(['doctor', '--merchants', folder])
  expect(all.code).toBe(1)
  expect(all.out).toContain('FAIL  bad, file: bad.env:1: TENDER_PORT is one for the whole process')
  expect(all.out).toMatch(/FAIL {2}(?:one|two), file: (?:one|two)\.env:\d+: TENDER_TICKET_SECRET is also that of/)
  for (const name of ['one', 'two']) expect(all.out).toContain(`${name}, configuration: `)
  expect(all.out + all.error).not.toContain('canary')
  const { out } = await tender(['doctor', 'one', '--merchants', folder])
  expect(out).toContain('one, configuration: ')
  expect(out).not.toMatch(/(?:bad|two), /)
})
