import * as issuing from '../../server/issuing.ts'

/** The code tables of docs/issuing.md that are lists of names, with what they are for. */
const uses = {
  accountTypes: '`accountType` of `bindCardToAccount` (4.4)',
  authenticationIndicators: '`authenticationIndicator` of `tds` (4.4)',
  cardDeliveries: '`deliveryMethod` of `createVirtualCard` (4.4)',
  cvcDeliveries: '`deliveryMethod` of `generateCVC2` (4.4)',
  geoStatuses: '`status` of a geographic restriction (4.4)',
  keyLengths: '`keyLength` of `generateKey`, in bytes (4.3)',
  keyPrefixes: '`inputKeyPrefix` and `newKeyPrefix` of `setKey` (4.3)',
  keyTypes: '`keyType` of `setKey` (4.3)',
  operationDirections: '`operationDirection` and `feeDirection` of a transaction (2.8)',
  serviceActions: '`actionCode` of `serviceAction` (4.3)',
  serviceObjectTypes: '`serviceObjectType` of `serviceAction` (4.3)',
} as const satisfies Partial<Record<keyof typeof issuing, string>>

const tables = issuing as unknown as Readonly<Record<string, object>>

const valuesOf = (table: object): string =>
  (Array.isArray(table)
    ? table.map((value) => `\`${String(value)}\``)
    : Object.entries(table).map(([name, value]) => `${name} \`${String(value)}\``)
  ).join(', ')

export const issuingCodes = (): string =>
  `| Table | What it is of | Values |\n| --- | --- | --- |\n${Object.entries(uses)
    .map(([name, use]) => `| \`${name}\` | ${use} | ${valuesOf(tables[name]!)} |`)
    .join('\n')}`

/** Codes with their meanings. */
export const meanings = (head: string, table: Readonly<Record<string, string>>): string =>
  `| \`${head}\` | |\n| --- | --- |\n${Object.entries(table)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
    .join('\n')}`
