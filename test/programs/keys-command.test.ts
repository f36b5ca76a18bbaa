import { execFile } from 'node:child_process'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CertificationRequest } from 'pkijs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock, systemRandom } from '#ports/system.ts'
import { makeKeys } from '#signature/make-keys.ts'
import { privateKeyIn } from '#signature/pem.ts'
import { root } from '../support/root.ts'

let home: string

const tender = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'dist/server/cli.js'), ...args], { cwd: root })
const read = (folder: string, file: string) => readFile(join(folder, file), 'utf8')

beforeAll(async () => void (home = await mkdtemp(join(tmpdir(), 'tender-keys-'))))
afterAll(() => rm(home, { recursive: true }))

test('tender keys writes a key for its owner alone, a request and a certificate of it, and says what goes where', async () => {
  const out = join(home, 'new/keys')
  const { stdout } = await tender('keys', '--out', out, '--name', 'Shop & Söhne')
  expect((await readdir(out)).toSorted()).toEqual(['signing.crt', 'signing.csr', 'signing.key'])
  expect((await stat(join(out, 'signing.key'))).mode & 0o777).toBe(0o600)

  const key = privateKeyIn(await read(out, 'signing.key'))
  expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65_537n })

  const certificate = new X509Certificate(await read(out, 'signing.crt'))
  expect(certificate.checkPrivateKey(key)).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect([certificate.subject, certificate.issuer]).toEqual(['CN=Shop & Söhne', 'CN=Shop & Söhne'])
  const now = systemClock.now()
  expect(Date.parse(certificate.validFrom)).toBeLessThanOrEqual(now)
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(now + 700 * 86_400_000)

  const request = CertificationRequest.fromBER(derOf(await read(out, 'signing.csr')))
  expect(await request.verify()).toBe(true)
  const requested = Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER())
  expect(requested).toEqual(createPublicKey(key).export({ type: 'spki', format: 'der' }))
  expect(request.subject.typesAndValues.map(({ value }) => value.valueBlock.value)).toEqual(['Shop & Söhne'])

  expect(stdout).toContain(`${join(out, 'signing.crt')}  the certificate: upload it`)
  expect(stdout).toContain('TENDER_GATEWAY_SIGNING_KEY')
  expect(stdout).not.toContain('PRIVATE KEY')
})

const derOf = (pem: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(pem.replace(/-----[A-Z ]+-----/g, ''), 'base64'))

test.each(['signing.key', 'signing.csr', 'signing.crt'])('an existing %s stays, and nothing joins it', async (file) => {
  const out = await mkdtemp(join(home, 'taken-'))
  await writeFile(join(out, file), 'mine')
  await expect(tender('keys', '--out', out, '--name', 'Shop')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${join(out, file)} is there already; nothing was written.`),
  })
  expect(await readdir(out)).toEqual([file])
  expect(await read(out, file)).toBe('mine')
})

test.each([[[]], [['--out', 'x']], [['--name', 'x']]])('%j: names what is required', async (args) => {
  await expect(tender('keys', ...args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--out DIR and --name CN are required.'),
  })
})

test.each(['', '  ', 'x'.repeat(65)])('the name “%s” is refused', async (name) => {
  await expect(makeKeys(name, systemClock, systemRandom)).rejects.toThrow('1 to 64 characters')
})
