import { Body, Controller, Headers, Inject, Post, Res } from '@nestjs/common'
import { Args, Mutation, Resolver } from '@nestjs/graphql'
import { ActiveOrderService, Ctx, OrderService, PluginCommonModule, RequestContext, VendurePlugin } from '@vendure/core'
import { raw, type Response } from 'express'
import gql from 'graphql-tag'
import { signOrder, verifyWebhook, type Order as TenderOrder } from 'tender-checkout/merchant'
import {
  closesUnpaid,
  handler,
  merchant,
  nextNumber,
  open,
  OPTIONS,
  TenderService,
  toMinor,
  type TenderOptions,
} from './tender-payments'

@Controller('tender')
class TenderWebhookController {
  constructor(
    private readonly service: TenderService,
    @Inject(OPTIONS) private readonly options: TenderOptions,
  ) {}

  @Post('webhook')
  async receive(@Body() body: Buffer, @Headers() headers: Record<string, string>, @Res() response: Response) {
    let event
    try {
      event = verifyWebhook(body, headers, this.options.webhookSecret)
    } catch {
      return response.sendStatus(400)
    }
    if (event.type.startsWith('order.')) await this.service.receive(event.data as TenderOrder)
    return response.sendStatus(204)
  }
}

@Resolver()
class TenderResolver {
  constructor(
    private readonly active: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly service: TenderService,
    @Inject(OPTIONS) private readonly options: TenderOptions,
  ) {}

  /** Books what was paid, as the proxy has it. */
  @Mutation()
  async tenderBook(@Args('orderNumber') orderNumber: string): Promise<boolean> {
    await this.service.receive(await merchant.order({ orderNumber }))
    return true
  }

  /** A ticket for what is left to pay of the shopper's own order. */
  @Mutation()
  async tenderTicket(@Ctx() ctx: RequestContext) {
    const session = await this.active.getActiveOrder(ctx, undefined)
    const order = session && (await this.orders.findOne(ctx, session.id, ['payments', 'customer', 'customer.user']))
    if (order?.state !== 'ArrangingPayment') throw new Error('There is no order that waits for its payment')
    const covered = order.payments.filter(({ state }) => state === 'Authorized' || state === 'Settled')
    const left = order.totalWithTax - covered.reduce((sum, { amount }) => sum + amount, 0)
    const orderNumber = nextNumber(order)
    const { ticketSecret, capture, returnUrl, proxy } = this.options
    const ticket = await signOrder(
      {
        orderNumber,
        amount: toMinor(left, order.currencyCode),
        currency: order.currencyCode,
        returnUrl: returnUrl(order.code),
        capture,
        ...(order.customer && { email: order.customer.emailAddress }),
        // Only an account has stored cards: a guest's customer is found by an e-mail address that anybody may type.
        ...(order.customer?.user && { clientId: `vendure-${order.customer.id}`, save: 'ask' as const }),
      },
      ticketSecret,
    )
    return { orderNumber, ticket, proxy }
  }
}

@VendurePlugin({
  compatibility: '^3.0.0',
  imports: [PluginCommonModule],
  controllers: [TenderWebhookController],
  providers: [TenderService, { provide: OPTIONS, useFactory: () => TenderPlugin.options }],
  shopApiExtensions: {
    resolvers: [TenderResolver],
    schema: gql`
      type TenderTicket {
        orderNumber: String!
        ticket: String!
        proxy: String!
      }
      extend type Mutation {
        "A ticket for what is left to pay of the active order, for the element's attribute order."
        tenderTicket: TenderTicket!
        "Books what was paid by a ticket; the webhook does so too, whichever comes first."
        tenderBook(orderNumber: String!): Boolean!
      }
    `,
  },
  configuration: (config) => {
    config.paymentOptions.paymentMethodHandlers.push(handler)
    config.orderOptions.process = [...(config.orderOptions.process ?? []), closesUnpaid]
    // A signature is of the raw body.
    config.apiOptions.middleware.push({
      route: '/tender/webhook',
      handler: raw({ type: 'application/json', limit: '1mb' }),
      beforeListen: true,
    })
    return config
  },
})
export class TenderPlugin {
  static options: TenderOptions

  static init(options: TenderOptions): typeof TenderPlugin {
    TenderPlugin.options = options
    open(options)
    return TenderPlugin
  }
}
