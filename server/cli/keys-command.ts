import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommandError, CommandError, type Arguments, type Command } from './command.ts'

export const keysCommand: Command = {
  name: 'keys',
  summary: 'makes the key that signs requests to the gateway, with a signing request and a certificate',
  options: {
    out: { value: 'DIR', what: 'folder for signing.key, signing.csr and signing.crt', isRequired: true },
    name: { value: 'CN', what: 'common name of the certificate', isRequired: true },
  },
  notes: ['Nothing that is there is written over.'],
  run: makeAndWrite,
}

async function makeAndWrite(given: Arguments): Promise<void> {
  const [out, name] = [given.text('out'), given.text('name')]
  if (!out || !name) throw new CommandError('--out DIR and --name CN are required.')
  const [key, request, certificate] = ['signing.key', 'signing.csr', 'signing.crt'].map((file) => join(out, file))
  const there = [key!, request!, certificate!].find((file) => existsSync(file))
  if (there) throw new CommandError(`${there} is there already; nothing was written.`)
  const { systemClock, systemRandom } = await import('#ports/system.ts')
  const { makeKeys } = await import('#signature/make-keys.ts')
  const made = await makeKeys(name, systemClock, systemRandom).catch(asCommandError)
  await mkdir(out, { recursive: true, mode: 0o700 }).catch(asCommandError)
  await writeFile(key!, made.privateKey, { flag: 'wx', mode: 0o600 }).catch(asCommandError)
  await writeFile(request!, made.request, { flag: 'wx' }).catch(asCommandError)
  await writeFile(certificate!, made.certificate, { flag: 'wx' }).catch(asCommandError)
  console.log(`${key}  the private key: give it to no one; its text is the proxy's TENDER_GATEWAY_SIGNING_KEY
${certificate}  the certificate: upload it in the merchant personal area
  (Wallet certificates, the service, Add a certificate) before the first signed request
${request}  the signing request, for an authority that shall issue the certificate instead`)
}
