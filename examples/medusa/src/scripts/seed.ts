import {
  createProductsWorkflow,
  createRegionsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from '@medusajs/medusa/core-flows'
import type { ExecArgs } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules, ProductStatus } from '@medusajs/framework/utils'

/** A shop with one product, its price in two currencies, one tax and one way to ship. */
export default async function seed({ container }: ExecArgs): Promise<void> {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  if ((await container.resolve(Modules.PRODUCT).listProducts()).length) return

  const prices = (eur: number, jpy: number) => [
    { currency_code: 'eur', amount: eur },
    { currency_code: 'jpy', amount: jpy },
  ]
  const payment_providers = ['pp_tender_tender']
  await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: 'Lithuania', currency_code: 'eur', countries: ['lt'], payment_providers },
        { name: 'Japan', currency_code: 'jpy', countries: ['jp'], payment_providers },
      ],
    },
  })
  const default_tax_rate = { name: 'Standard Tax', code: 'standard', rate: 21 }
  await createTaxRegionsWorkflow(container).run({
    input: [{ country_code: 'lt', provider_id: 'tp_system', default_tax_rate }],
  })

  // Medusa makes a sales channel, and the key of a storefront for it, when it starts for the first time.
  const [channel] = await container.resolve(Modules.SALES_CHANNEL).listSalesChannels()
  const locations = await createStockLocationsWorkflow(container).run({ input: { locations: [{ name: 'Stock' }] } })
  const stock_location_id = locations.result[0]!.id
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: stock_location_id, add: [channel!.id] },
  })
  const profiles = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: 'Default', type: 'default' }] },
  })
  const shipping_profile_id = profiles.result[0]!.id
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Delivery',
    type: 'shipping',
    service_zones: [
      { name: 'World', geo_zones: ['lt', 'jp'].map((country_code) => ({ type: 'country' as const, country_code })) },
    ],
  })
  const stock = { [Modules.STOCK_LOCATION]: { stock_location_id } }
  await link.create({ ...stock, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } })
  await link.create({ ...stock, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } })
  await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: 'Standard',
        price_type: 'flat',
        provider_id: 'manual_manual',
        service_zone_id: set.service_zones[0]!.id,
        shipping_profile_id,
        type: { label: 'Standard', description: 'Within a week', code: 'standard' },
        prices: prices(5, 800),
      },
    ],
  })

  await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: 'A tin of tea',
          status: ProductStatus.PUBLISHED,
          shipping_profile_id,
          sales_channels: [{ id: channel!.id }],
          options: [{ title: 'Size', values: ['100 g'] }],
          variants: [
            { title: '100 g', options: { Size: '100 g' }, manage_inventory: false, prices: prices(49.9, 8000) },
          ],
        },
      ],
    },
  })
}
