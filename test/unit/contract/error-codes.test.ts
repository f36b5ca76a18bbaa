import { expect, test } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { errorCodes, errorCodeText, hasErrorCode, type ErrorCodeName } from '#server-contract/gateway/error-codes.ts'

interface Row {
  readonly code: number
  readonly operations?: readonly string[]
  readonly meaning: string
  readonly conclusion: string
}
const rows = Object.entries(errorCodes) as [ErrorCodeName, Row][]

const operations = new Set(Object.values(gatewayApi).map(({ path }) => path.split('/').at(-1)))

test('every row has a code of one or two digits, what it means, and what the proxy concludes', () => {
  for (const [name, { code, meaning, conclusion }] of rows) {
    expect(errorCodeText(name), name).toMatch(/^\d{1,2}$/)
    expect(errorCodeText(name), name).toBe(String(code))
    expect(meaning, name).not.toBe('')
    expect(conclusion, name).not.toBe('')
  }
})

test('a row names operations that there are', () => {
  expect(rows.flatMap(([, row]) => row.operations ?? []).filter((name) => !operations.has(name))).toEqual([])
})

test('a code is told by the names of its rows, of which it may have several', () => {
  expect(hasErrorCode({ errorCode: 6 }, 'orderUnknown')).toBe(true)
  expect(hasErrorCode({ errorCode: 5 }, 'valueWrong')).toBe(true)
  expect(hasErrorCode({ errorCode: 5 }, 'identifierMissing', 'accessDenied')).toBe(true)
  expect(hasErrorCode({ errorCode: 6 }, 'identifierMissing', 'accessDenied')).toBe(false)
  expect(hasErrorCode({ errorCode: Number.NaN }, 'success')).toBe(false)
})
