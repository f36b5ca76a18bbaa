import { describe, expect, test } from 'vitest'
import { emptyForm, freshForm, retry, shownProblems, type, type Form } from '#card-frame/form/form.ts'
import type { Model } from '#card-frame/form/model.ts'
import { afterRefusal, type Refusal } from '#card-frame/form/refused.ts'
import { language as en } from '#texts/languages/en.ts'

const cardOf = (bindingId: string) => ({ bindingId, maskedPan: '411111**1111', expiry: '203412', expired: false })
const values = {
  number: '4111 1111 1111 1111',
  expiry: '12 / 34',
  cvc: '123',
  holder: 'JANE DOE',
  email: 'j@shop.example',
}

/** A form after a decline, with two stored cards. */
const refused = (change: Partial<Form> = {}): Model =>
  ({
    checkout: { channel: 'web', verify: false, card: true, savedCards: ['a', 'b'].map(cardOf) },
    form: { ...emptyForm, values, ...change },
    texts: en.card,
    spent: new Set<string>(),
    notice: 'as before',
  }) as unknown as Model

const refusal = (reason: Refusal['reason'], kind?: Refusal['kind']): Refusal => ({
  state: 'declined',
  orderNumber: 'A-1',
  amount: 4990,
  currency: '978',
  reason,
  kind,
  again: true,
})
const after = (model: Model, by: Refusal): Model => ({ ...model, ...afterRefusal(model, by) })

describe('a refusal after which the same card may pay', () => {
  test.each([undefined, 'a'])('keeps all but the code, and the card %s', (chosen) => {
    const { form, notice, spent } = after(refused({ chosen }), refusal('bank_declined', 'soft'))
    expect(form).toMatchObject({ values: { ...values, cvc: '' }, chosen })
    expect([notice, [...spent]]).toEqual(['', []])
  })

  test.each([undefined, 'a'])(
    'doubts the data of the card %s until the shopper types, and says no sentence beside the reason',
    (chosen) => {
      const { form, notice } = after(refused({ chosen }), refusal('wrong_details'))
      expect([form.values, form.chosen, form.doubted, notice]).toEqual([{ ...values, cvc: '' }, chosen, true, ''])
      expect(shownProblems(form, refused())).toEqual({})
      expect(type(form, 'cvc', '1', refused()).doubted).toBe(false)
      for (const next of [retry(form), freshForm(refused(), form)]) expect(next.doubted).toBe(false)
    },
  )
})

describe('a refusal after which another card is needed', () => {
  test('empties the fields of a new card, keeps the payer’s, and advises another', () => {
    const { form, notice, spent } = after(refused(), refusal('contact_bank', 'hard'))
    expect(form.values).toEqual({ ...values, number: '', expiry: '', cvc: '' })
    expect([form.chosen, notice, [...spent]]).toEqual([undefined, en.card.declinedCard, []])
  })

  test('gives up one stored card after another, and leaves a new one as it was typed', () => {
    const first = after(refused({ chosen: 'a' }), refusal('contact_bank', 'hard'))
    expect([first.form.chosen, first.notice, [...first.spent]]).toEqual(['b', en.card.declinedCard, ['a']])
    expect(first.form.values).toEqual({ ...values, cvc: '' })
    const second = after(first, refusal('bank_declined', 'hard'))
    expect([second.form.chosen, [...second.spent]]).toEqual([undefined, ['a', 'b']])
  })

  test('says so once: the page shows the reason of a soft one above the form', () => {
    const { form, notice } = after(refused(), refusal('insufficient_funds', 'soft'))
    expect([form.values.number, notice]).toEqual(['', ''])
  })
})
