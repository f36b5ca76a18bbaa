import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { envFile, runMethods, type RunMethod } from '#cli/init/env-file.ts'
import { answersTo } from '#cli/init/questions.ts'
import { openTerminal } from '#cli/init/terminal.ts'
import { readConfig } from '#proxy/config/config.ts'
import { root } from '../support/root.ts'
import { built, processes, slow } from '../unit/cli/tender.ts'

const start = processes()
const folder = mkdtempSync(join(tmpdir(), 'tender-init-'))
afterAll(() => rmSync(folder, { recursive: true }))

const flags =
  '--url https://pay-shop.example --shop https://shop.example --gateway https://gateway.bank.example --login shop-api'.split(
    ' ',
  )
const password = { TENDER_GATEWAY_PASSWORD: `a#b 'c" \\n$d` }

async function init(args: readonly string[], env: NodeJS.ProcessEnv = password) {
  const running = start(process.execPath, [built, 'init', ...args], env, folder)
  return { code: await running.ended, out: running.out(), error: running.error() }
}

describe('without a terminal', () => {
  test('the file has the answers and new secrets, and only its owner may read it', slow, async () => {
    const file = join(folder, 'first.env')
    const { code, out, error } = await init([...flags, '--out', file, '--yes'])
    expect([code, error]).toEqual([0, ''])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const written = parseEnv(readFileSync(file, 'utf8'))
    expect(written).toMatchObject({ TENDER_PUBLIC_URL: 'https://pay-shop.example', ...password })
    expect(readConfig(written)).toMatchObject({ config: { publicUrl: 'https://pay-shop.example' }, warnings: [] })
    const secrets = ['TENDER_TICKET_SECRET', 'TENDER_SIGNING_SECRET', 'TENDER_API_KEYS'].map((name) => written[name]!)
    expect(new Set(secrets).size).toBe(3)
    for (const secret of secrets) {
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
      expect(out).not.toContain(secret)
    }
    expect(out).not.toContain(password.TENDER_GATEWAY_PASSWORD)
    expect(out).toContain('<script async crossorigin src="https://pay-shop.example/v1/checkout.js"></script>')
    expect(out).toContain("returnUrl: 'https://shop.example/orders/A-17'")
    expect(out).toContain(`--env-file=${file}`)
  })

  test('the proxy starts with the file', slow, async () => {
    const file = join(folder, 'run.env')
    await init([...flags, '--out', file, '--yes'])
    const proxy = start(process.execPath, [`--env-file=${file}`, built, 'proxy'], { TENDER_PORT: '0' })
    await proxy.printed('The proxy listens on 127.0.0.1:')
    proxy.child.kill('SIGTERM')
    expect(await proxy.ended).toBe(0)
  })

  test.each<[url: string, port: string | undefined, note?: string]>([
    ['http://127.0.0.1:18080', '18080'],
    ['http://127.0.0.1:8080', undefined],
    ['https://pay-shop.example', undefined],
    ['https://pay.shop.example', undefined, 'both end in shop.example: they are one site, unless'],
  ])('a proxy listens at the port of its address, and hears of the shop’s site: %s', slow, async (url, port, note) => {
    const file = join(folder, `port-${port ?? 'none'}-${url.length}${note ? '-site' : ''}.env`)
    const { code, error } = await init([...flags, '--url', url, '--out', file, '--yes'])
    expect([code, error]).toEqual([0, note === undefined ? '' : expect.stringContaining(note)])
    expect(parseEnv(readFileSync(file, 'utf8'))['TENDER_PORT']).toBe(port)
  })

  test('a file that exists is left alone, unless --force is given', slow, async () => {
    const file = join(folder, 'there.env')
    writeFileSync(file, 'PRECIOUS=1\n', { mode: 0o644 })
    const kept = await init([...flags, '--out', file, '--yes'])
    expect([kept.code, kept.out]).toEqual([1, ''])
    expect(kept.error).toContain(`${file} exists, and nothing was written.`)
    expect(readFileSync(file, 'utf8')).toBe('PRECIOUS=1\n')
    expect((await init([...flags, '--out', file, '--yes', '--force'])).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('TENDER_TICKET_SECRET=')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('all wrong answers are said at once', slow, async () => {
    const { code, error } = await init(['--yes', '--url', 'pay-shop.example', '--gateway', 'x', '--run', 'cobol'], {})
    expect(code).toBe(1)
    expect(
      error
        .trim()
        .split('\n')
        .map((line) => line.replace(/^(\S+) .* (.+)$/, '$1 $2')),
    ).toEqual([
      'TENDER_PUBLIC_URL --url.',
      'TENDER_SHOP_ORIGINS --shop.',
      'TENDER_GATEWAY_URL --gateway.',
      'TENDER_GATEWAY_USERNAME --login.',
      'TENDER_GATEWAY_PASSWORD environment.',
      'The --run.',
    ])
  })

  test('systemd gets the unit of the package, which reads the file from where it is put', slow, async () => {
    const { out } = await init([...flags, '--out', join(folder, 'unit.env'), '--yes', '--run', 'systemd'])
    const [unit, place] = [/(deploy\/systemd\/\S+)/.exec(out)?.[1], / (\/etc\/\S+\.env)/.exec(out)?.[1]]
    expect(readFileSync(join(root, unit!), 'utf8')).toContain(`EnvironmentFile=${place}\n`)
    expect(out).toContain(unit!.replace(/.*\/(.+)\.service/, 'enable --now $1\n'))
  })

  test.each<[what: string, args: readonly string[], sentence: string, env?: NodeJS.ProcessEnv]>([
    [
      'an address that breaks a rule',
      ['--yes', ...flags, '--url', 'http://pay-shop.example'],
      'TENDER_PUBLIC_URL must be an origin such as https://pay-shop.example; http only on localhost. Give it by --url.',
    ],
    [
      'a missing shop',
      ['--yes', '--url', 'https://pay-shop.example'],
      'TENDER_SHOP_ORIGINS is required. Give it by --shop.',
    ],
    ['a missing password', ['--yes', ...flags], 'TENDER_GATEWAY_PASSWORD is required. Give it in the environment.', {}],
    [
      'an unknown run method',
      ['--yes', ...flags, '--run', 'cobol'],
      'The run method must be one of node, docker, systemd. Give it by --run.',
    ],
    ['no terminal', flags, 'tender init asks on a terminal; without one give --yes'],
  ])('%s is a sentence, and nothing is written', slow, async (_, args, sentence, env = password) => {
    const { code, out, error } = await init([...args, '--out', join(folder, 'none.env')], env)
    expect([code, out]).toEqual([1, ''])
    expect(error).toContain(sentence)
    expect(readdirSync(folder)).not.toContain('none.env')
  })
})

describe('on a terminal', () => {
  /** Answers the questions in turn; each is typed when its question is shown. */
  async function asked(answers: readonly string[], known: Readonly<Record<string, string>> = {}) {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const terminal = openTerminal(input, output)
    let shown = ''
    output.on('data', (part: Buffer) => (shown += part.toString()))
    const messages: string[] = []
    const left = [...answers]
    const ask: typeof terminal.ask = (prompt, isHidden) => {
      const answer = terminal.ask(prompt, isHidden)
      const next = left.shift()
      if (next === undefined) input.end()
      else input.write(`${next}\r`)
      return answer
    }
    const result = answersTo({ variables: known, runMethod: undefined }, ask, (text) => void messages.push(text))
    return result.finally(() => terminal.close()).then((found) => ({ ...found, shown, messages }))
  }

  const right = [
    'https://pay-shop.example',
    'https://shop.example',
    'https://gateway.bank.example',
    'shop-api',
    'canary',
  ]

  test('the four questions are asked, and the password is not shown', async () => {
    const { variables, runMethod, shown, messages } = await asked([...right, 'systemd'])
    expect(Object.values(variables)).toEqual(right)
    expect([runMethod, messages]).toEqual(['systemd', []])
    for (const number of ['1.', '2.', '3.', '4.']) expect(shown).toContain(`${number} `)
    expect(shown).toContain('shop-api')
    expect(shown).not.toContain('canary')
  })

  test('the blanks of a password are kept, those of any other answer are not', async () => {
    const answers = [...right.slice(0, 3), ' shop-api ', ' a password ', '']
    const { variables } = await asked(answers)
    expect(variables).toMatchObject({ TENDER_GATEWAY_USERNAME: 'shop-api', TENDER_GATEWAY_PASSWORD: ' a password ' })
  })

  test('an empty last answer is the usual run method', async () => {
    expect((await asked([...right, ''])).runMethod).toBe('node')
  })

  test('a bad answer is asked for again, with the variable and its rule', async () => {
    const [url, shops, ...rest] = right as [string, string, ...string[]]
    const { variables, messages } = await asked(['', 'pay-shop.example', url, '*', shops, ...rest, 'x', 'docker'])
    expect(Object.values(variables)).toEqual(right)
    expect(messages).toEqual([
      'TENDER_PUBLIC_URL is required.',
      'TENDER_PUBLIC_URL must be an origin such as https://pay-shop.example; http only on localhost.',
      'TENDER_SHOP_ORIGINS must be a list; each must be an origin such as https://pay-shop.example; http only on localhost.',
      'The run method must be one of node, docker, systemd.',
    ])
  })

  test('what options have answered is not asked', async () => {
    const { shown } = await asked([...right.slice(1), ''], { TENDER_PUBLIC_URL: right[0]! })
    expect(shown).not.toContain('1. ')
  })

  test('the end of the input writes nothing', async () => {
    await expect(asked(right.slice(0, 2))).rejects.toThrow('Nothing was written.')
  })
})

describe('a value in the file means the same to its reader', () => {
  const fileWith = (value: string, runMethod: RunMethod): string =>
    envFile({ settings: { VALUE: value }, secrets: {}, runMethod, command: 'init' })

  const values = [
    'plain-1',
    'a b',
    'a#b',
    "it's",
    'say "x"',
    '$HOME',
    'a\\nb',
    "it's a\\nb",
    '`id`',
    `'"$\\`,
    'ключ=;|&',
  ]

  const readers: Readonly<Record<RunMethod, (text: string) => Readonly<Record<string, string | undefined>>>> = {
    node: parseEnv,
    docker: (text) => Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s) as [string, string])),
    // systemd reads such lines by the rules of a shell, as far as they are used here.
    systemd: (text) => ({ VALUE: execFileSync('sh', ['-c', `${text}\nprintf %s "$VALUE"`], { encoding: 'utf8' }) }),
  }

  test.each(runMethods.flatMap((runMethod) => values.map((value) => [runMethod, value] as const)))(
    '%s: %s',
    (runMethod, value) => {
      expect(readers[runMethod](fileWith(value, runMethod))['VALUE']).toBe(value)
    },
  )

  test('or is refused', () => {
    expect(() => fileWith('\'"`', 'node')).toThrow('cannot be written')
    for (const runMethod of runMethods) expect(() => fileWith('a\nb', runMethod)).toThrow('cannot be written')
  })
})
