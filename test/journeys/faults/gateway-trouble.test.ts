import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrder, openStage, stateIs, visit, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { TENDER_GATEWAY_PASSWORD: 'not-the-password' } })
})
afterAll(() => stage.close())

interface Told {
  readonly code: string
  readonly message: string
  readonly traceId: string
}

test('a wrong password of the merchant is told apart from an outage, and found in the log by what the page says', async () => {
  const { page, context, complaints } = await stage.shopper()
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(globalThis, { told })
    document.addEventListener('tender-error', (event) => told.push((event as CustomEvent).detail))
  })
  await visit(stage, page, newOrder(), { locale: 'en' })
  await stateIs(page, 'failed')
  const [told] = await page.evaluate(() => (globalThis as unknown as { told: Told[] }).told)
  expect(told).toMatchObject({
    code: 'gateway_refused_credentials',
    message: expect.stringContaining('TENDER_GATEWAY_PASSWORD'),
    traceId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(complaints.join('\n')).toContain(`gateway_refused_credentials: ${told!.message} [traceId ${told!.traceId}]`)
  expect(await page.locator('tender-checkout').getByRole('alert').innerText()).toContain('not available here')
  const lines = stage.log.map((line) => JSON.parse(line) as object)
  expect(lines).toContainEqual(expect.objectContaining({ op: 'checkout', traceId: told!.traceId, level: 40 }))
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 50, state: expect.stringContaining('credentials are refused') }),
  )
  expect(stage.log.join('')).not.toContain('not-the-password')
  const answer = await fetch(`${stage.town.addresses.proxy}/readyz`)
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'gateway_refused_credentials' } }])
  await context.close()
})
