import { expect } from 'vitest'
import type { Fixture } from './fixture.ts'

/** Checks the refusal of a body that breaks the contract: HTTP 400, responseCode 30, a message with the field. */
export async function badlyFormed(fixture: Fixture, operation: string, body: unknown, field: string): Promise<void> {
  const answer = { responseCode: '30', message: expect.stringContaining(field) as string }
  expect(await fixture.send(operation, body)).toEqual({ status: 400, body: answer })
}

/** Checks a refusal by an operation without responseCode in its answer: HTTP 422, the code, a text with the field. */
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

/** Checks a refusal by an operation with a responseCode in its answer: HTTP 200, the code, a message with the words. */
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
