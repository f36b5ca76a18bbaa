import { afterEach, expect, test } from 'vitest'
import { fillCard, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.drop())

test('what is typed equals each field’s default, so that the browser keeps none of it to restore the page', async () => {
  fixture = await openFixture()
  await fillCard()
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type=text]')]
  expect(fields.map(({ value }) => value)).toContain('5555 5555 5555 5599')
  expect(fields.map(({ defaultValue }) => defaultValue)).toEqual(fields.map(({ value }) => value))
})
