import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR } from '#contract/time/periods.ts'
import { systemRandom } from '#ports/system.ts'
import type { EncodedFile } from '#proxy/static-files/encoded-file.ts'
import { openReleases } from '#proxy/static-files/releases.ts'
import type { OpenReleases } from '#proxy/static-files/release-folder.ts'
import { cardForm } from '../../../support/card-form.ts'
import { fakeClock } from '../../../support/clock.ts'
import { configOf, openTestProxy } from '../support/test-proxy.ts'
import { waitFor } from '../../../support/poll.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'tender-releases-'))))
afterEach(() => rm(folder, { recursive: true }))

const scriptNamed = (name: string, text = `// ${name}`) => ({
  file: `${name.split('-')[0]}/${name}.js`,
  integrity: `sha384-${name}`,
  bytes: Buffer.from(text),
  br: brotliCompressSync(text),
})

/** The files of one build. */
const buildOf = (name: string, text?: string) => ({
  documents: {
    card: {
      ...scriptNamed(`card-${name}`, text),
      // An earlier version had no folders.
      chunks: [{ ...scriptNamed(`later-${name}`, text), file: `later-${name}.js` }],
      form: cardForm,
    },
    challenge: scriptNamed(`challenge-${name}`, text),
  },
  scriptTag: new Map<string, EncodedFile>([
    ['checkout.js', { bytes: Buffer.from(`entry ${name}`) }],
    [`checkout-${name}.js`, scriptNamed(`checkout-${name}`, text)],
    [`chunks/define-${name}.js`, scriptNamed(`define-${name}`, text)],
  ]),
})

const clock = fakeClock()
const environmentOf = (more: Readonly<Record<string, string>> = {}) => ({ TENDER_RELEASES: folder, ...more })

async function opened(name: string, env = {}, text?: string): Promise<OpenReleases> {
  const config = configOf(environmentOf(env))
  const releases = await openReleases(config, { clock, random: systemRandom, logger: false, ...buildOf(name, text) })
  onTestFinished(() => releases!.close())
  return releases!
}

/** An instance that serves one build, started as `tender proxy` does. */
async function instance(name: string, env = {}) {
  const releases = await opened(name, env)
  const proxy = await openTestProxy({ env: environmentOf(env), options: { releases, ...buildOf(name) } })
  onTestFinished(() => proxy.app.close())
  return proxy
}

const sealed = async () => (await readdir(folder)).filter((file) => file.endsWith('.sealed')).toSorted()

describe('two instances with different builds', () => {
  const addresses = (name: string) => [
    `/v1/chunks/define-${name}.js`,
    `/v1/checkout-${name}.js`,
    `/v1/retry-7/chunks/define-${name}.js`,
    `/assets/card/card-${name}.js`,
    `/assets/challenge/challenge-${name}.js?retry=3`,
    `/assets/later-${name}.js`,
  ]

  test('serve each other’s files as their own, whichever began first', async () => {
    const [old, young] = [await instance('old'), await instance('new')]
    for (const [requested, own, name] of [
      [old, young, 'new'],
      [young, old, 'old'],
    ] as const)
      for (const url of addresses(name)) {
        const request = { url, headers: { 'accept-encoding': 'br' } }
        const [foreign, same] = [await requested.send(request), await own.send(request)]
        expect([url, foreign.statusCode, foreign.headers['content-encoding']]).toEqual([url, 200, 'br'])
        expect(foreign.rawPayload.equals(same.rawPayload)).toBe(true)
        const without = ({ 'x-request-id': _, date: __, ...headers }: typeof foreign.headers) => headers
        expect(without(foreign.headers)).toEqual(without(same.headers))
      }
  })

  test('find a file that was written after it was asked for in vain', async () => {
    const old = await instance('old')
    expect((await old.send({ url: addresses('new')[0]! })).statusCode).toBe(404)
    await instance('new')
    expect((await old.send({ url: addresses('new')[0]! })).statusCode).toBe(200)
  })

  test('each serve an entry of their own, which has one name in every build', async () => {
    const [old, young] = [await instance('old'), await instance('new')]
    const entry = { url: '/v1/checkout.js' }
    expect([(await old.send(entry)).body, (await young.send(entry)).body]).toEqual(['entry old', 'entry new'])
  })

  test('know no file that no build has', async () => {
    const { send } = await instance('old')
    for (const url of [
      '/v1/chunks/none.js',
      '/v1/retry-1/chunks/none.js',
      '/v1/checkout-none.js',
      '/v1/chunks/..%2f..%2fx',
      '/assets/card/none.js',
    ]) {
      const { statusCode, headers, body } = await send({ url })
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 404, 'no-store'])
      if (url.startsWith('/v1')) {
        expect(headers).toMatchObject({
          'content-type': 'text/javascript; charset=utf-8',
          'access-control-allow-origin': '*',
        })
        expect(body).toMatch(/^\/\/ not_found: .*\n$/)
      } else expect(JSON.parse(body)).toMatchObject({ error: { code: 'not_found' } })
    }
    expect((await send({ url: '/v1/chunks/none.js', method: 'HEAD' })).statusCode).toBe(404)
    expect((await send({ url: '/v1/chunks/none.js', method: 'POST' })).statusCode).toBe(405)
  })
})

test('without the folder a proxy serves its own files and no others', async () => {
  await instance('old')
  const { app } = await openTestProxy({ options: buildOf('new') })
  const at = async (url: string) => (await app.inject({ url, headers: { host: 'pay.shop.example' } })).statusCode
  expect([await at('/assets/card/card-new.js'), await at('/assets/card/card-old.js')]).toEqual([200, 404])
  await app.close()
})

describe('a file of the folder is served only as it was sealed by an instance', () => {
  const path = '/v1/chunks/define-new.js'
  const stranger = { TENDER_SIGNING_SECRET: 'a-stranger-with-a-secret-of-32-bytes' }
  const placeOf = async (env = {}) => {
    const before = await sealed()
    await opened('new', env)
    const fresh = (await sealed()).filter((file) => !before.includes(file))
    const texts = await Promise.all(fresh.map((file) => readFile(join(folder, file), 'utf8')))
    const at = texts.findIndex((text) => Buffer.from(text, 'base64url').toString().includes(path))
    return { place: join(folder, fresh[at]!), text: texts[at]!, others: fresh.filter((_, index) => index !== at) }
  }

  test.each<[what: string, change: (text: string) => string]>([
    ['cut off', (text) => text.slice(0, -60)],
    ['empty', () => ''],
    ['no text of ours', () => '{}'],
    [
      'with another script',
      (text) => {
        const [facts, mac] = text.split('.')
        const [at, , ...rest] = JSON.parse(Buffer.from(facts!, 'base64url').toString()) as string[]
        const other = Buffer.from('steal()').toString('base64')
        return `${Buffer.from(JSON.stringify([at, other, ...rest])).toString('base64url')}.${mac}`
      },
    ],
  ])('not when it is %s', async (_, change) => {
    const { place, text } = await placeOf()
    const old = await opened('old')
    await writeFile(place, change(text))
    expect(await old.find(path)).toBeUndefined()
    await writeFile(place, text)
    expect(Buffer.from((await old.find(path))!.bytes).toString()).toBe('// define-new')
  })

  test('not when it is another file of that build, under the wrong name', async () => {
    const { place, others } = await placeOf()
    const old = await opened('old')
    await writeFile(place, await readFile(join(folder, others[0]!)))
    expect(await old.find(path)).toBeUndefined()
  })

  test('not when it was sealed by a proxy with other secrets', async () => {
    const { place } = await placeOf()
    await writeFile(place, (await placeOf(stranger)).text)
    expect(await (await opened('old')).find(path)).toBeUndefined()
  })

  test('and by every proxy as long as another, with other secrets, has the same folder and build', async () => {
    await opened('new')
    await opened('new', stranger)
    expect(await (await opened('old')).find(path)).toBeDefined()
    expect(await (await opened('old', stranger)).find(path)).toBeDefined()
  })

  test('also when the secret has been replaced since, as long as the older one is named', async () => {
    const [older, newer] = ['the-older-secret-of-32-bytes-or-more', 'the-newer-secret-of-32-bytes-or-more']
    await opened('new', { TENDER_SIGNING_SECRET: older })
    expect(await (await opened('old', { TENDER_SIGNING_SECRET: `${newer},${older}` })).find(path)).toBeDefined()
  })

  test('and what is broken is mended by the next instance of that build', async () => {
    const { place } = await placeOf()
    await writeFile(place, 'broken')
    await opened('new')
    expect(await (await opened('old')).find(path)).toBeDefined()
  })
})

describe('the folder', () => {
  test('has whole files only, and one that is there is never written again', async () => {
    await opened('one', {}, 'first')
    const before = await Promise.all((await sealed()).map((file) => stat(join(folder, file))))
    await opened('one', {}, 'second')
    const after = await Promise.all((await sealed()).map((file) => stat(join(folder, file))))
    expect(after.map(({ ino }) => ino)).toEqual(before.map(({ ino }) => ino))
    expect((await readdir(folder)).length).toBe(before.length)
  })

  test('loses what no build has used for thirty days, and keeps what is not ours', async () => {
    await opened('old')
    const gone = await sealed()
    await writeFile(join(folder, 'README'), 'of the operator')
    const long = new Date(clock.now() - 30 * DAY - 1000)
    for (const file of [...gone, 'README']) await utimes(join(folder, file), long, long)
    await opened('new')
    const left = await readdir(folder)
    expect(left.filter((file) => gone.includes(file))).toEqual([])
    expect(left).toContain('README')
    expect(left.length).toBe(1 + gone.length)
  })

  test('keeps the files of a build that runs, however long, and gets them back when it was emptied', async () => {
    const ticking = fakeClock()
    const releases = await openReleases(configOf(environmentOf()), {
      clock: ticking,
      random: systemRandom,
      logger: false,
      ...buildOf('old'),
    })
    onTestFinished(() => releases!.close())
    const files = await sealed()
    for (const file of files) await rm(join(folder, file))
    ticking.advance(HOUR)
    await waitFor(async () => expect(await sealed()).toEqual(files))
    ticking.advance(40 * DAY)
    await waitFor(async () => {
      const { mtimeMs } = await stat(join(folder, files[0]!))
      expect(ticking.now() - mtimeMs).toBeLessThan(HOUR)
    })
  })

  test('stays below its limit: the oldest go first', async () => {
    await opened('old')
    const old = await sealed()
    const past = new Date(clock.now() - DAY)
    for (const file of old) await utimes(join(folder, file), past, past)
    const large = join(folder, `${'0'.repeat(64)}.sealed`)
    await writeFile(large, '')
    await truncate(large, 256 * 2 ** 20)
    const hourAgo = new Date(clock.now() - HOUR)
    await utimes(large, hourAgo, hourAgo)
    const young = await opened('new')
    expect((await sealed()).length).toBe(old.length)
    expect(await young.find('/assets/card/card-old.js')).toBeUndefined()
  })

  test.each([
    ['that is not there', () => join(folder, 'nowhere')],
    [
      'that is a file',
      async () => {
        await writeFile(join(folder, 'file'), '')
        return join(folder, 'file')
      },
    ],
  ])('%s stops the start with a sentence that names the variable', async (_, place) => {
    await expect(opened('one', { TENDER_RELEASES: await place() })).rejects.toThrow(
      /^TENDER_RELEASES: the folder .* cannot be read and written: /,
    )
  })

  test('that is closed to the proxy stops the start', async ({ skip }) => {
    if (process.getuid?.() === 0) {
      process.stdout.write('skipped: a closed folder, since root may write to it\n')
      return skip('root may write to it')
    }
    await chmod(folder, 0o500)
    await expect(opened('one')).rejects.toThrow(/^TENDER_RELEASES: .*EACCES/)
    await chmod(folder, 0o700)
  })

  test('that goes away later costs only the files of other builds, and a line in the log', async () => {
    const proxy = await instance('old')
    expect((await proxy.send({ url: '/readyz' })).statusCode).toBe(200)
    await rm(folder, { recursive: true })
    expect((await proxy.send({ url: '/assets/card/card-old.js' })).statusCode).toBe(200)
    expect((await proxy.send({ url: '/assets/card/card-new.js' })).statusCode).toBe(404)
    expect((await proxy.send({ url: '/readyz' })).statusCode).toBe(200)
    await writeFile(folder, '')
    expect((await proxy.send({ url: '/assets/card/card-new.js' })).statusCode).toBe(404)
  })
})

test('a relative path is refused', () => {
  expect(() => configOf({ TENDER_RELEASES: 'releases' })).toThrow(
    'TENDER_RELEASES must be the absolute path of a folder.',
  )
})
