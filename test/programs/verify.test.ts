import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildGet, type Answer, type Get } from '#cli/probe/request.ts'
import { openRelease } from '#cli/verify/release.ts'
import { verify } from '#cli/verify/run-verify.ts'
import { systemClock } from '#ports/system.ts'
import { openDev, type PrintedDev } from '../support/dev-command.ts'
import { openTestProxy } from '../unit/proxy/support/test-proxy.ts'
import { built, processes, root, slow } from '../unit/cli/tender.ts'

const start = processes()
const folder = mkdtempSync(join(tmpdir(), 'tender-verify-'))

/** A proxy of this build. */
let dev: PrintedDev
beforeAll(async () => {
  const running = await openDev()
  dev = running.dev
  return () => running.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const release = await openRelease(root, version)

async function tender(args: readonly string[]) {
  const running = start(process.execPath, [built, 'verify', ...args])
  return { code: await running.ended, out: running.out(), error: running.error() }
}

describe('what a proxy of the release serves', () => {
  test('is all as it should be', slow, async () => {
    const { code, out, error } = await tender([dev.proxy, '--shop', dev.page])
    expect([code, error]).toEqual([0, ''])
    const lines = out.trim().split('\n')
    expect(lines.filter((line) => !line.startsWith('ok    '))).toEqual([])
    expect(lines.length).toBe(1 + 2 + release.scriptTag.size + scripts().length + 2)
    expect(out).toContain(`ok    shops: frame-ancestors ${dev.page}\n`)
  })

  test('may be framed by the shops that are named, and no others', slow, async () => {
    const { code, out } = await tender([dev.proxy, '--shop', `${dev.page},https://shop.example`, '--json'])
    const printed = JSON.parse(out) as { ok: boolean; release: string; findings: { check: string; level: string }[] }
    expect([code, printed.ok, printed.release]).toEqual([1, false, version])
    expect(printed.findings.filter(({ level }) => level === 'FAIL').map(({ check }) => check)).toEqual(['shops'])
  })
})

test('a staging with the gateway on its own machine is as it should be where that is said, and nowhere else', async () => {
  const url = 'https://staging.example'
  const local = 'http://127.0.0.1:9'
  const env = { TENDER_PUBLIC_URL: url, TENDER_GATEWAY_URL: local, TENDER_SANDBOX_CONSOLE: local }
  const { documents, scriptTag } = release
  const { app } = await openTestProxy({ env, options: { documents, scriptTag } })
  const get: Get = async (address, headers = {}) => {
    const { pathname, search, host } = new URL(address)
    const answer = await app.inject({ url: pathname + search, headers: { host, ...(headers as object) } })
    const sent = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().map(String)])
    const received = { status: answer.statusCode, headers: Object.fromEntries(sent) as Answer['headers'] }
    return { url: address, ...received, body: answer.rawPayload, at: 0 }
  }
  const failed = async (isSandbox: boolean) => {
    const findings = await verify({ url, release, get, isSandbox })
    return [...new Set(findings.filter(({ level }) => level === 'FAIL').map(({ check }) => check))]
  }
  expect(await failed(true)).toEqual([])
  expect(await failed(false)).toEqual(['/card', '/3ds'])
  await app.close()
})

const scripts = () => {
  const { card, challenge } = release.documents
  return [card, challenge].flatMap((script) => [script, ...(script.chunks ?? [])])
}

/** The failures where one byte of a file of the release is another one. */
async function withChangedByte(name: string): Promise<readonly string[]> {
  const dist = join(folder, name.replaceAll('/', '-'))
  for (const part of ['cdn', 'frames']) cpSync(join(root, 'dist', part), join(dist, part), { recursive: true })
  const file = join(dist, name)
  const bytes = readFileSync(file)
  bytes[bytes.length - 2]! ^= 1
  writeFileSync(file, bytes)
  for (const coding of ['br', 'gz']) rmSync(`${file}.${coding}`)
  const { code, out, error } = await tender([dev.proxy, '--release', dist])
  if (error) return [error]
  expect(code).toBe(1)
  return out.split('\n').filter((line) => line.startsWith('FAIL'))
}

describe('a byte that differs', () => {
  test('in the script tag is a failure of its address, and of the one that its hash makes', slow, async () => {
    const [evergreen, ...pinned] = await withChangedByte('cdn/checkout.js')
    expect(evergreen).toMatch(
      /^FAIL {2}\/v1\/checkout\.js: the content is sha384-\S+ in place of sha384-\S+\. Find out who/,
    )
    expect(pinned[0]).toMatch(/^FAIL {2}\/v1\/checkout-[\da-f]{16}\.js: HTTP 404 in place of 200\./)
    expect(pinned.filter((line) => !/^FAIL {2}\/v1\/checkout-[\da-f]{16}\.js: /.test(line))).toEqual([])
  })

  test('in a chunk is one, too', slow, async () => {
    const [chunk] = [...release.scriptTag.keys()].filter((name) => name.startsWith('chunks/define-'))
    expect(await withChangedByte(`cdn/${chunk}`)).toEqual([expect.stringContaining(`FAIL  /v1/${chunk}: the content`)])
  })

  test('in a frame’s script of the release itself is found by its manifest', slow, async () => {
    const { file } = release.documents.card
    expect(await withChangedByte(`frames/${file}`)).toEqual([
      `${file} is not what its manifest says: run \`npm run build\` again\n`,
    ])
  })
})

/** The failures where something between the proxy and the browser changes an answer. */
async function changed(path: string, change: (answer: Answer) => Answer): Promise<readonly string[]> {
  const get = buildGet({ clock: systemClock })
  const tampering: Get = async (url, headers) => {
    const answer = await get(url, headers)
    return url === dev.proxy + path ? change(answer) : answer
  }
  const findings = await verify({ url: dev.proxy, release, get: tampering, isSandbox: true })
  return findings.filter(({ level }) => level === 'FAIL').map(({ check, found }) => `${check}: ${found}`)
}

const withHeader =
  (name: string, ...values: readonly string[]) =>
  (answer: Answer): Answer => ({
    ...answer,
    headers: { ...answer.headers, [name]: values.length ? values : undefined },
  })

const replaced =
  (from: string | RegExp, to: string) =>
  (answer: Answer): Answer => ({
    ...answer,
    body: Buffer.from(answer.body.toString().replace(from, to)),
  })

describe('a difference on the way to the browser is found', () => {
  const script = `/assets/${release.documents.card.file}`
  test.each([
    ['a script that is changed', script, replaced('"', "'"), [`${script}: the content is sha384-`]],
    [
      'one more script in the document',
      '/card',
      replaced('</body>', '<script src="//x"></script></body>'),
      ['/card: the content is'],
    ],
    ['a pinned hash that is left out', '/card', replaced(/ integrity="[^"]*"/, ''), ['/card: the content is']],
    [
      'a file of another server in front of the script tag',
      '/v1/checkout.js',
      replaced(/^(?=self)/, `self['tender-files']={"express":"//x/y.js"};`),
      ['/v1/checkout.js: the content is'],
    ],
    [
      'settings that the script tag does not say',
      '/v1/integrity.json',
      replaced(/"offers":.*/, '"offers":{"chunks":{"express":"//x/y"}}}'),
      ['/v1/checkout.js: the content is', '/v1/payment-form.js: the content is'],
    ],
    ['a header that is missing', '/card', withHeader('permissions-policy'), ['/card: permissions-policy is missing']],
    [
      'a header that comes twice',
      '/healthz',
      withHeader('x-content-type-options', 'nosniff', 'nosniff'),
      ['/healthz: x-content-type-options is nosniff, nosniff in place of nosniff'],
    ],
    ['a cookie', '/3ds', withHeader('set-cookie', 'a=b'), ['/3ds: set-cookie is added: a=b']],
    [
      'a policy that is weaker',
      '/3ds',
      withHeader('content-security-policy', "default-src 'self'"),
      ['/3ds: content-security-policy is'],
    ],
    [
      'another origin that may read',
      '/healthz',
      withHeader('access-control-allow-origin', '*'),
      ['/healthz: access-control-allow-origin is added: *'],
    ],
    [
      'another status',
      '/healthz',
      (answer: Answer) => ({ ...answer, status: 500 }),
      ['/healthz: HTTP 500 in place of 200'],
    ],
  ])('%s', slow, async (_, path, change, expected) => {
    const found = await changed(path, change)
    expect(found).toHaveLength(expected.length)
    for (const [at, text] of expected.entries()) expect(found[at]).toContain(text)
  })

  test('frame-ancestors that let everybody in', slow, async () => {
    const loose = (answer: Answer): Answer =>
      withHeader(
        'content-security-policy',
        answer.headers['content-security-policy']![0]!.replace(/frame-ancestors [^;]+/, 'frame-ancestors *'),
      )(answer)
    expect(await changed('/card', loose)).toContain('shops: frame-ancestors *')
  })

  test('but what caches and servers add is none', slow, async () => {
    const cached = (answer: Answer): Answer =>
      ['etag', 'vary', 'server', 'via'].reduce(
        (one, name) => withHeader(name, name === 'vary' ? 'Accept-Encoding, Origin' : 'W/"x"')(one),
        answer,
      )
    expect(await changed('/v1/checkout.js', cached)).toEqual([])
  })
})

describe('is a sentence', () => {
  test.each([
    [[], 'tender verify needs the origin of the proxy, such as https://pay-shop.example.'],
    [['https://pay-shop.example/card'], 'tender verify needs the origin of the proxy'],
    [['http://localhost:9', '--shop', '*'], '--shop must be origins such as https://shop.example'],
    [
      ['http://localhost:9', '--release', '/nowhere'],
      '/nowhere contains no release: dist/frames/manifest.json is missing.',
    ],
  ])('tender verify %j', slow, async (args, sentence) => {
    const { code, out, error } = await tender(args)
    expect([code, out]).toEqual([1, ''])
    expect(error).toContain(sentence)
  })

  test('an address where nothing answers', slow, async () => {
    const { code, out } = await tender(['http://localhost:9'])
    expect(code).toBe(1)
    expect(out).toMatch(/^FAIL {2}\/card: the connection to localhost:9 is refused .*\. Correct the address\n$/)
  })

  test('a release of another version', slow, async () => {
    cpSync(join(root, 'dist/frames'), join(folder, 'other/dist/frames'), { recursive: true })
    writeFileSync(join(folder, 'other/package.json'), '{"version":"9.9.9"}')
    const { error } = await tender(['http://localhost:9', '--release', join(folder, 'other')])
    expect(error).toContain(`is version 9.9.9, and this command ${version}`)
  })
})
