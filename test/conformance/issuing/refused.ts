import { expect } from 'vitest'
import type { Fixture } from './fixture.ts'

/** A body that breaks a rule of the contract: HTTP 400, responseCode 30, and a sentence with the field in it. */
export async function badlyFormed(fixture: Fixture, operation: string, body: unknown, field: string): Promise<void> {
  const answer = { responseCode: '30', message: expect.stringContaining(field) as string }
  expect(await fixture.send(operation, body)).toEqual({ status: 400, body: answer })
}

/** What is refused by an operation that answers no responseCode: HTTP 422, the code, and a sentence with the field in it. */
export async function declined(
  fixture: Fixture,
  operation: string,
  body: unknown,
  responseCode: string,
  field: string,
): Promise<void> {
  const answer = { responseCode, message: expect.stringContaining(field) as string }
  expect(await fixture.send(operation, body)).toEqual({ status: 422, body: answer })
}

/** What is refused by an operation that answers a responseCode: HTTP 200, the code, and a sentence with the words in it. */
export async function notDone(
  fixture: Fixture,
  operation: string,
  body: unknown,
  responseCode: string,
  words: string,
): Promise<void> {
  const answer = { responseCode, message: expect.stringContaining(words) as string }
  expect(await fixture.send(operation, body)).toMatchObject({ status: 200, body: answer })
}
