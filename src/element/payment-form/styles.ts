import type { PaymentFormOptions } from './options.ts'

type State = keyof NonNullable<PaymentFormOptions['styles']>

/** The token that has the meaning of a rule of the bank's script. */
const tokens: readonly (readonly [state: State, property: string, token: string])[] = [
  ['base', 'color', 'text'],
  ['base', 'backgroundColor', 'field'],
  ['base', 'fontSize', 'text-size'],
  ['base', 'borderColor', 'border'],
  ['base', 'borderRadius', 'field-radius'],
  ['base', 'padding', 'field-padding'],
  ['focus', 'borderColor', 'focus'],
  ['focus', 'color', 'accent'],
  ['invalid', 'color', 'danger'],
  ['placeholder', 'color', 'muted'],
]

const dashed = (property: string): string => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The custom properties of the element for the `styles` of the bank's script, which may be in either spelling. */
export function propertiesOf(styles: PaymentFormOptions['styles'] = {}): readonly (readonly [string, string])[] {
  return tokens.flatMap(([state, property, token]) => {
    const value = styles[state]?.[property] ?? styles[state]?.[dashed(property)]
    return value === undefined ? [] : [[`--tender-${token}`, value] as const]
  })
}
