import { expect, test } from 'vitest'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { Operation } from '#contract/operation.ts'
import { inProcess, open, setStage } from '../../conformance/gateway/stage.ts'

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

test('the gateway describes every operation it answers', async () => {
  const stage = await setStage(inProcess())
  const { paths } = (await (await open(stage, `${stage.base}/openapi.json`)).json()) as Described
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  )
  expect(described).toEqual(
    Object.entries<Operation>(gatewayApi).map(([name, { method, path }]) => `${name}: ${method} ${path}`),
  )
  await stage.close()
})
