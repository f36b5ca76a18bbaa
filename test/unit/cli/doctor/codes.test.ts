import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../../../server/sandbox.ts'
import { environment } from './environment.ts'
import { findings, linesOf, servers } from './servers.ts'

const serve = servers()

const found = async (env: object) =>
  linesOf(await findings('payments by a code', { env: { ...environment, TENDER_SBP: 'on', ...env } }))

/** What is found at a gateway that answers everything so. */
async function foundAt(status: number, answer: string): Promise<readonly string[]> {
  const asked: string[] = []
  const { url } = await serve((request, response) => {
    asked.push(request.url!)
    response.writeHead(status).end(answer)
  })
  const lines = await found({ TENDER_GATEWAY_URL: url })
  expect(asked.every((path) => path.endsWith('/sbp/c2b/qr/status.do'))).toBe(true)
  return lines
}

describe('the doctor asks whether the bank permits payments by a code, and pays nothing', () => {
  test('the sandbox does', async () => {
    const sandbox = await startSandbox({})
    try {
      const { userName, password } = sandbox.credentials.gateway
      const env = { TENDER_GATEWAY_USERNAME: userName, TENDER_GATEWAY_PASSWORD: password }
      expect(await found({ ...env, TENDER_GATEWAY_URL: new URL(sandbox.addresses.gateway).origin })).toEqual([
        'ok the API user may pay by SBP',
      ])
    } finally {
      await sandbox.close()
    }
  })

  test('one that denies it, one that knows no such code, and one that has no such operation', async () => {
    expect(await foundAt(200, '{"errorCode":"5","errorMessage":"Access denied"}')).toEqual([
      'FAIL the API user may not pay by SBP → Ask the bank for the permission, or switch it off',
    ])
    expect(await foundAt(200, '{"errorCode":"6"}')).toEqual(['ok the API user may pay by SBP'])
    expect(await foundAt(404, '')).toEqual([
      'warn the gateway does not say whether the API user may pay by SBP → Ask the bank whether it has enabled it',
    ])
  })

  test('nothing is asked where they are switched off', async () => {
    expect(await found({ TENDER_SBP: 'off', TENDER_GATEWAY_URL: 'http://127.0.0.1:9' })).toEqual([])
  })
})
