import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { settingsOf } from '#cli/settings-file.ts'
import { signCommand } from '#cli/sign-command.ts'
import { readArguments } from '#cli/arguments.ts'
import { readConfig } from '#proxy/config/config.ts'
import { merchantsFile } from '#sandbox/merchants/merchants-file.ts'
import { privateKeyIn, publicKeyIn } from '#signature/pem.ts'
import { ours } from '../../support/signing-keys.ts'
import { environment, order, secret } from '../proxy/support/test-proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'tender-marks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MARK = '\uFEFF'
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

/** A text as editors and shells write it into a file. */
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(MARK + text),
  'UTF-16, as > of PowerShell 5 writes it': (text) => Buffer.from(MARK + text, 'utf16le'),
  'UTF-16 of the other order': (text) => swapped(MARK + text),
}

describe.each(Object.entries(encodings))('a file in %s', (_, encoded) => {
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, encoded(text))
    return file
  }

  test('has all variables of .env.tender, the first one too', () => {
    write('.env.tender', 'TENDER_TICKET_SECRET=first\r\nTENDER_API_KEYS="ключ"\r\n')
    expect(settingsOf({}, folder).env).toEqual({ TENDER_TICKET_SECRET: 'first', TENDER_API_KEYS: 'ключ' })
  })

  test('names merchants of the sandbox, with PEM files of that kind', () => {
    write('acme.crt', ours.certificate)
    const file = write('merchants.json', '[{"login":"acme-api","name":"Ле","certificate":"acme.crt"}]')
    expect(merchantsFile(file)).toEqual([{ login: 'acme-api', name: 'Ле', certificate: ours.certificate }])
  })
})

test('PEM is read with a mark', () => {
  const { privateKey, certificate } = ours
  expect(privateKeyIn(MARK + privateKey).equals(privateKeyIn(privateKey))).toBe(true)
  expect(publicKeyIn(MARK + certificate).equals(publicKeyIn(certificate))).toBe(true)
  const { config, errors } = readConfig({ ...environment, TENDER_GATEWAY_SIGNING_KEY: MARK + privateKey })
  expect(errors).toBeUndefined()
  expect(privateKeyIn(config!.gateway.signingKey!.reveal()).equals(privateKeyIn(privateKey))).toBe(true)
})

test('the order of tender sign may come from a file with a mark', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const given = readArguments(signCommand, [`${MARK}${JSON.stringify(order)}\n`])
  await signCommand.run(given, { env: { TENDER_TICKET_SECRET: secret } } as never)
  expect(decodeJwt(print.mock.calls[0]![0] as string)).toMatchObject({ orderNumber: order.orderNumber })
  print.mockRestore()
})
