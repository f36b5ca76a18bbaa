import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issuingApi } from '#server-contract/issuing/api.ts'
import { pinVerificationApi } from '#server-contract/issuing/pin-verification.ts'
import { reversalApi } from '#server-contract/issuing/reversals.ts'
import type { IssuingClient, IssuingOperation } from '../../../server/issuing.ts'
import { root } from '../../support/root.ts'
import { answering } from './bank.ts'

const contract: Readonly<Record<string, { readonly source: string }>> = {
  ...issuingApi,
  ...reversalApi,
  ...pinVerificationApi,
}

const folder = join(root, 'server/issuing-client/methods')
const methods = readdirSync(folder).flatMap((file) =>
  [
    ...readFileSync(join(folder, file), 'utf8').matchAll(
      /^ {2}\/\*\*\n((?: {3}\*.*\n)+) {3}\*\/\n {2}readonly (\w+): Ask<'(\w+)'>/gm,
    ),
  ].map(([, comment, ...names]) => ({ comment: comment!.replace(/\s*\n {3}\*\s*/g, ' '), names })),
)

test('the client has a method per operation of the contract, and no other', () => {
  const { bank } = answering({})
  const typed: Readonly<Record<IssuingOperation, unknown>> = bank satisfies Record<keyof IssuingClient, unknown>
  expect(Object.keys(typed).toSorted()).toEqual(Object.keys(contract).toSorted())
  expect(Object.keys(issuingApi)).toHaveLength(44)
})

test('each method has the request and the answer of its own operation', () => {
  expect(methods.map(({ names }) => names[0]).toSorted()).toEqual(Object.keys(contract).toSorted())
  expect(methods.filter(({ names }) => new Set(names).size > 1)).toEqual([])
})

test("each method's comment has the section of the specification", () => {
  const silent = methods.filter(({ comment, names }) => !comment.includes(contract[names[0]!]!.source))
  expect(silent.map(({ names }) => names[0])).toEqual([])
})

test("each method's comment says what is refused", () => {
  const silent = methods.filter(({ comment }) => !/\b[Rr]efus/.test(comment))
  expect(silent.map(({ names }) => names[0])).toEqual([])
})
