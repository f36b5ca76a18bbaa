import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { readFileSync } from 'node:fs'

/** The storefront, which is usually a server of its own. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: 'api_key', fields: ['token'], filters: { type: 'publishable' } })
  res.type('html').send(readFileSync('public/index.html', 'utf8').replace('PUBLISHABLE_KEY', data[0]!.token))
}
