import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDev } from '../support/dev-command.ts'
import { built, processes, root, slow } from '../unit/cli/tender.ts'
import { secret } from '../unit/cli/doctor/environment.ts'

const start = processes()

const running = await openDev()
afterAll(() => running.close())

async function doctor(args: readonly string[], env: NodeJS.ProcessEnv = {}, folder = root) {
  const { ended, out, error } = start(process.execPath, [built, 'doctor', ...args], env, folder)
  return { code: await ended, out: out(), error: error() }
}

const variables = (password: string) => ({
  TENDER_PUBLIC_URL: running.dev.proxy,
  TENDER_SHOP_ORIGINS: running.dev.page,
  TENDER_GATEWAY_URL: running.dev.gateway,
  TENDER_GATEWAY_USERNAME: running.dev.credentials.gateway.userName,
  TENDER_GATEWAY_PASSWORD: password,
  TENDER_TICKET_SECRET: `${secret()}a1B`,
})

test('on a machine where all is well, each line is ok, and the exit code 0', slow, async () => {
  const { password } = running.dev.credentials.gateway
  const { code, out, error } = await doctor(['--shop', `${running.dev.page}/?order=A-17`], variables(password))
  expect([code, error]).toEqual([0, ''])
  expect(out.split('\n').filter((line) => line && !line.startsWith('ok    '))).toEqual([])
  for (const check of [
    'configuration',
    'Node.js',
    'secrets',
    'TLS',
    'clock',
    'proxy',
    'gateway',
    'card frame',
    "shop's page",
  ])
    expect(out).toContain(`ok    ${check}: `)
})

test('with a wrong password one line is FAIL, and the exit code 1; no secret is printed', slow, async () => {
  const env = variables('canary-password')
  const { code, out, error } = await doctor([], env)
  expect([code, error]).toEqual([1, ''])
  expect(out.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([
    expect.stringMatching(/^FAIL {2}gateway: .* the credentials are refused/),
  ])
  expect(out).toContain("skip  shop's page: not checked. Name the page with the checkout by --shop\n")
  for (const text of [env.TENDER_GATEWAY_PASSWORD, env.TENDER_TICKET_SECRET]) expect(out).not.toContain(text)
})

test('without an argument it reads .env.tender, where the environment is not a whole configuration', slow, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tender-doctor-'))
  try {
    const { password } = running.dev.credentials.gateway
    const lines = Object.entries(variables(password)).map(([name, value]) => `${name}='${value}'`)
    writeFileSync(join(folder, '.env.tender'), lines.join('\n'))
    const { code, out, error } = await doctor([], {}, folder)
    expect([code, error]).toEqual([0, 'The variables are those of .env.tender\n'])
    expect(out).toContain('ok    gateway: ')
    const other = await doctor([], { TENDER_LOG_LEVEL: 'debug', TENDER_GATEWAY_PASSWORD: 'other' }, folder)
    expect([other.code, other.error]).toEqual([
      1,
      'The variables are those of .env.tender, but for TENDER_LOG_LEVEL, TENDER_GATEWAY_PASSWORD of the environment\n',
    ])
    expect(other.out).toContain('the credentials are refused')
    const whole = await doctor([], { TENDER_PUBLIC_URL: running.dev.proxy }, folder)
    expect([whole.code, whole.error]).toEqual([1, ''])
    expect(whole.out).toContain(
      'TENDER_SHOP_ORIGINS is required. Set it, or let npx tender init write all into .env.tender. ',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('as JSON it is one line with every finding', slow, async () => {
  const { code, out } = await doctor([running.dev.proxy, '--shop', 'http://localhost:9/', '--json'])
  const printed = JSON.parse(out) as { ok: boolean; url: string; findings: { check: string; level: string }[] }
  expect([code, out.split('\n').length, printed.ok, printed.url]).toEqual([1, 2, false, running.dev.proxy])
  const failed = printed.findings.filter(({ level }) => level === 'FAIL').map(({ check }) => check)
  expect(failed).toEqual(['card frame', "shop's page"])
})

test.each([
  [['--url', 'pay-shop.example'], '--url must be the origin of the proxy, such as https://pay-shop.example.'],
  [['--shop', 'http://shop.example/'], '--shop must be the address of a page, such as https://shop.example/checkout.'],
])('%j is a sentence', slow, async (args, sentence) => {
  expect(await doctor(args)).toEqual({ code: 1, out: '', error: `${sentence}\n` })
})
