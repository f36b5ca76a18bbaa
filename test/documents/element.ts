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

export const styleTable = (): string =>
  table(
    ['Token', 'Value', 'Default'],
    Object.entries(cssProperties).map(([name, { what, standard }]) => [`\`${name}\``, what, standard]),
  )
