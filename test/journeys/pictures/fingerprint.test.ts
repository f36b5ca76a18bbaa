import { describe, expect, test } from 'vitest'
import { differences, readAll, written, type Fingerprint } from './fingerprint.ts'

const blank = '0'.repeat(16)

/** A form: a label, a field and a button. */
const form: Fingerprint = {
  width: 375,
  height: 240,
  parts: 'label input button',
  cells: [
    blank,
    '0777000000000000',
    '0222222222222220',
    '0100000000000010',
    '0222222222222220',
    blank,
    `0${'f'.repeat(14)}0`,
    `0${'f'.repeat(14)}0`,
    blank,
    blank,
  ],
}

const withCells = (cells: readonly string[]): Fingerprint => ({ ...form, cells })

describe('a picture looks as approved', () => {
  test('where it is the same', () => {
    expect(differences(form, form)).toEqual([])
  })

  test('where the font is wider, and everything is a line further down', () => {
    const wider = form.cells.map((line) => line.replace('0777000', '0577660'))
    expect(differences({ ...form, height: 264, cells: [blank, ...wider] }, form)).toEqual([])
  })
})

describe('a picture does not look as approved', () => {
  test.each([
    ['a part is missing', { ...form, parts: 'label input' }, 'its parts are "label input", not "label input button"'],
    ['it is wider', { ...form, width: 380 }, 'it is 380 px wide, not 375'],
    ['it is much higher', { ...form, height: 300 }, 'it is 300 px high, not 240'],
    [
      'its button has half of the width',
      withCells(form.cells.map((line) => line.replace('fffffff0', '00000000'))),
      '8 %',
    ],
    ['its button is pale', withCells(form.cells.map((line) => line.replaceAll('f', '9'))), '18 %'],
    ['something stands below', withCells(form.cells.with(9, '0aaaa00000000000')), '3 %'],
  ])('where %s', (_, seen, difference) => {
    expect(differences(seen, form).join()).toContain(difference)
  })
})

test('the file of the approved ones is read as it was written', () => {
  const other = { ...form, parts: 'h2 p' }
  const text = [written('ready', form), written('form before its order', other)].join('')
  expect([...readAll(text)]).toEqual([
    ['ready', form],
    ['form before its order', other],
  ])
})
