import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { commands } from '#cli/commands.ts'
import { built, processes, root, slow } from '../unit/cli/tender.ts'

const start = processes()

// Empty: the settings of whoever works in this repository are not those of its tests.
const folder = mkdtempSync(join(tmpdir(), 'tender-usage-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function tender(args: readonly string[], env: NodeJS.ProcessEnv = {}, from = folder) {
  const running = start(process.execPath, [built, ...args], env, from)
  const code = await running.ended
  return { code, out: running.out(), error: running.error() }
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const names = commands.map(({ name }) => name)

test.each([['--help'], ['-h'], ['help']])('tender %s names every command on stdout', slow, async (request) => {
  const { code, out, error } = await tender([request])
  expect([code, error]).toEqual([0, ''])
  for (const { name, summary } of commands)
    expect(out).toMatch(new RegExp(`^ {2}${name} +${summary.slice(0, 30)}`, 'm'))
})

test.each([['--version'], ['-v']])('tender %s is the version of the package', slow, async (request) => {
  expect(await tender([request])).toEqual({ code: 0, out: `${version}\n`, error: '' })
})

test.each(names.flatMap((name) => [[[name, '--help']], [[name, '-h']], [['help', name]]]))(
  'tender %j prints every option on stdout, and does nothing',
  slow,
  async (args) => {
    const command = commands.find(({ name }) => args.includes(name))!
    const { code, out, error } = await tender(args)
    expect([code, error]).toEqual([0, ''])
    expect(out).toContain(command.summary)
    for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`)
  },
)

test('the help of a command goes before what is wrong with its arguments', slow, async () => {
  expect((await tender(['sandbox', '--prot', '1', '--help'])).code).toBe(0)
})

describe('is reported in a sentence, without a stack, with exit code 1', () => {
  const ticket = { TENDER_TICKET_SECRET: 'a ticket secret of thirty-two bytes' }
  const rows: readonly (readonly [args: readonly string[], sentence: string, env?: NodeJS.ProcessEnv])[] = [
    [[], 'tender needs a command.\n\nUsage: tender'],
    [['prxy'], 'tender has no command “prxy”.\n\nUsage: tender'],
    [['help', 'prxy'], 'tender has no command “prxy”.\n\nUsage: tender'],
    [['constructor'], 'tender has no command “constructor”.\n\nUsage: tender'],
    [['--port'], 'tender has no command “--port”.\n\nUsage: tender'],
    [['proxy', '--port', '8080'], 'tender proxy has no option --port. See tender proxy --help.'],
    [['proxy', 'now'], 'tender proxy does not take “now”. See tender proxy --help.'],
    [['sandbox', '--prot', '1'], 'tender sandbox has no option --prot. See tender sandbox --help.'],
    [['sandbox', '-p', '1'], 'tender sandbox has no option -p. See tender sandbox --help.'],
    [['sandbox', '--constructor'], 'tender sandbox has no option --constructor. See tender sandbox --help.'],
    [['sandbox', '--port'], 'tender sandbox needs a value with --port: --port N. See tender sandbox --help.'],
    [['sandbox', '--data', '--json'], 'tender sandbox needs a value with --data: --data FILE.'],
    [['sandbox', '--json=1'], 'tender sandbox takes no value with --json. See tender sandbox --help.'],
    [['sandbox', '--port', '80a'], '--port must be a port from 1 to 65531, the first of five in a row, or 0 for any'],
    [['sandbox', '--port', '65532'], '--port must be a port from 1 to 65531'],
    [['sandbox', '--port', '-1'], '--port must be a port from 1 to 65531'],
    [['sandbox', '--port='], '--port must be a port from 1 to 65531'],
    [
      ['sandbox', '--shop', 'localhost:3000'],
      '--shop must be an origin without a path, such as http://localhost:3000.',
    ],
    [['sandbox', '--shop', 'http://localhost:3000/'], '--shop must be an origin without a path'],
    [['sandbox', '--merchants', '/nothing/there'], '/nothing/there'],
    [
      ['sign', '{}'],
      'No TENDER_… variable is set, and there is no .env.tender in this folder: npx tender init writes one.',
    ],
    [['sign', '{}'], 'TENDER_TICKET_SECRET is required.', { TENDER_LOG_LEVEL: 'debug' }],
    [['sign', '--expires-in', '1.5', '{}'], '--expires-in must be whole seconds, 1 to 86400 (24 hours).', ticket],
    [['sign', '--expires-in', '0', '{}'], '--expires-in must be whole seconds, 1 to 86400 (24 hours).', ticket],
    [['sign', '--expires-in', '86401', '{}'], '--expires-in must be whole seconds, 1 to 86400 (24 hours).', ticket],
    [['sign', '{'], 'The order must be JSON, in one argument. See tender sign --help.', ticket],
    [['sign', '{"a":', '1}'], 'tender sign does not take “1}”. See tender sign --help.', ticket],
    [['orders', '--from', '2030-02-30'], '--from must be a day, such as 2030-05-01, or an instant', ticket],
    [['orders'], '--url ORIGIN or TENDER_PUBLIC_URL is required.', ticket],
    [['keys'], '--out DIR and --name CN are required.'],
    [['proxy'], 'No TENDER_… variable is set, and there is no .env.tender in this folder: npx tender init writes one.'],
    [['proxy'], 'TENDER_PUBLIC_URL is required.', ticket],
    [['doctor', 'http://a.example'], 'The address must be the origin of the proxy, such as https://pay-shop.example.'],
    [
      ['doctor', 'https://a.example', '--url', 'https://a.example'],
      'tender doctor takes one address: give it as URL or by --url.',
    ],
    [
      ['doctor'],
      'No TENDER_… variable is set, and there is no .env.tender in this folder: npx tender init writes one.',
    ],
  ]
  const request = rows.map(([args, sentence, env = {}]) => ({ args, sentence, env }))
  test.each(request)('tender $args', slow, async ({ args, sentence, env }) => {
    const { code, out, error } = await tender(args, env)
    expect([code, out]).toEqual([1, ''])
    expect(error).toContain(sentence)
    expect(error).not.toMatch(/^ +at /m)
  })
})

test('tender sign still signs', slow, async () => {
  const claims = { orderNumber: 'A-17', amount: 4990, currency: '978', returnUrl: 'https://shop.example/' }
  const env = { TENDER_TICKET_SECRET: 'a ticket secret of thirty-two bytes' }
  const { code, out } = await tender(['sign', '--kid', 'k-1', JSON.stringify(claims)], env)
  expect([code, out.split('.').length]).toEqual([0, 3])
  expect(JSON.parse(Buffer.from(out.split('.')[0]!, 'base64url').toString())).toMatchObject({ kid: 'k-1' })
})

test('tender sign reads .env.tender where the environment has no secret', slow, async () => {
  const order = JSON.stringify({ orderNumber: 'A-17', amount: 1, currency: '978', returnUrl: 'https://shop.example/' })
  const [inFile, other] = ['the ticket secret of the file, 32 bytes', 'another ticket secret of 32 bytes']
  const settings = mkdtempSync(join(tmpdir(), 'tender-sign-'))
  try {
    writeFileSync(join(settings, '.env.tender'), `TENDER_TICKET_SECRET='${inFile}'\n`)
    const signed = await tender(['sign', order], {}, settings)
    expect([signed.code, signed.error]).toEqual([0, 'The variables are those of .env.tender\n'])
    await jwtVerify(signed.out.trim(), Buffer.from(inFile))
    const own = await tender(['sign', order], { TENDER_TICKET_SECRET: other }, settings)
    expect([own.code, own.error]).toEqual([0, ''])
    await jwtVerify(own.out.trim(), Buffer.from(other))
  } finally {
    rmSync(settings, { recursive: true })
  }
})
