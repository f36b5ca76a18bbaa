import { expect, test } from 'vitest'
import { inProcess } from '../gateway/fixture.ts'
import { setFixture } from './fixture.ts'

test('5 the scheme of the credentials is Basic in any case', async () => {
  const fixture = await setFixture(inProcess())
  for (const scheme of ['Basic', 'basic', 'BASIC', 'bAsIc']) {
    const authorization = `${scheme} ${btoa('bank:secret')}`
    expect(await fixture.send('isCustomerExist', { customerNumber: '1' }, { authorization })).toMatchObject({
      status: 200,
    })
  }
})

test('7 what the sandbox says about a limit of an account and about one character is English', async () => {
  const fixture = await setFixture(inProcess())
  const { accountNumber } = await fixture.newOwner()
  const limit = { name: 'NONE', value: 1 }
  expect(await fixture.send('changeAccountLimit', { accountNumber, limit })).toMatchObject({
    body: { message: expect.stringMatching(/for a limit of an account$/) },
  })
  expect(await fixture.send('getAccountData', { accountNumber: '' })).toMatchObject({
    body: { message: 'accountNumber must have at least 1 character' },
  })
})
