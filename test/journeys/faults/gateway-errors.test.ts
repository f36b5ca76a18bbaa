import { expect, test } from 'vitest'
import { newOrder, openForFile, stateIs, visit } from '../support/fixture.ts'

const fixture = await openForFile({ env: { TENDER_GATEWAY_PASSWORD: 'not-the-password' } })

interface Report {
  readonly code: string
  readonly message: string
  readonly traceId: string
}

test('a wrong password of the merchant is distinguished from an outage, and found in the log by what the page says', async () => {
  const { page, complaints } = await fixture.shopper()
  await page.addInitScript(() => {
    const result: unknown[] = []
    Object.assign(globalThis, { result })
    document.addEventListener('tender-error', (event) => result.push((event as CustomEvent).detail))
  })
  await visit(fixture, page, newOrder(), { locale: 'en' })
  await stateIs(page, 'failed')
  const [result] = await page.evaluate(() => (globalThis as unknown as { result: Report[] }).result)
  expect(result).toMatchObject({
    code: 'gateway_refused_credentials',
    message: expect.stringContaining('TENDER_GATEWAY_PASSWORD'),
    traceId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(complaints.join('\n')).toContain(
    `gateway_refused_credentials: ${result!.message} [traceId ${result!.traceId}]`,
  )
  expect(await page.locator('tender-checkout').getByRole('alert').innerText()).toContain('not available here')
  const lines = fixture.log.map((line) => JSON.parse(line) as object)
  expect(lines).toContainEqual(expect.objectContaining({ op: 'checkout', traceId: result!.traceId, level: 40 }))
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 50, message: expect.stringContaining('credentials are refused') }),
  )
  expect(fixture.log.join('')).not.toContain('not-the-password')
  const answer = await fetch(`${fixture.stack.addresses.proxy}/readyz`)
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'gateway_refused_credentials' } }])
})
