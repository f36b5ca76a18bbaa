import { reasons } from '#contract/reasons.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { language as en } from '#texts/languages/en.ts'
import { attributes, cssProperties, events } from '#element/description.ts'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

export const attributeTable = (): string =>
  table(
    ['Attribute', ''],
    Object.entries(attributes).map(([name, { what }]) => [`\`${name}\``, what]),
  )

export const eventTable = (): string =>
  table(
    ['Event', 'When', '`detail`'],
    Object.entries(events).map(([name, { when, detail }]) => [`\`${name}\``, when, detail]),
  )

/** Each reason with the sentence that the shopper reads, and the test cards that show it. */
export const reasonTable = (): string =>
  table(
    ['`reason`', 'The shopper reads', 'Test card'],
    reasons.map((reason) => [
      `\`${reason}\``,
      en.reasons[reason],
      testCards
        .filter((card) => card.reason === reason)
        .map(({ pan }) => `\`${pan.replace(/(\d{4})(?=\d)/g, '$1 ')}\``)
        .join(', '),
    ]),
  )

export const styleTable = (): string =>
  table(
    ['Token', 'Value', 'Default'],
    Object.entries(cssProperties).map(([name, { what, standard }]) => [`\`${name}\``, what, standard]),
  )
