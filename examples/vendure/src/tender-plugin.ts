import { Body, Controller, Headers, Post, Res } from '@nestjs/common'
import { Args, Mutation, Resolver } from '@nestjs/graphql'
import { ActiveOrderService, Ctx, OrderService, PluginCommonModule, RequestContext, VendurePlugin } from '@vendure/core'
import { raw, type Response } from 'express'
import gql from 'graphql-tag'
import { merchantClient, signOrder, verifyWebhook, type Order as Read } from 'tender-checkout/merchant'
import { asksAgain, closesUnpaid, handler, nextNumber, owed, tender, type TenderOptions } from './tender-payments'
import { TenderService } from './tender-service'

@Controller('tender')
class TenderWebhookController {
  constructor(private readonly service: TenderService) {}

  @Post('webhook')
  async receive(@Body() body: Buffer, @Headers() headers: Record<string, string>, @Res() response: Response) {
    let event
    try {
      event = verifyWebhook(body, headers, tender.webhookSecret)
    } catch {
      return response.sendStatus(400)
    }
    if (event.type.startsWith('order.')) await this.service.receive(event.data as Read)
    return response.sendStatus(204)
  }
}

@Resolver()
class TenderResolver {
  constructor(
    private readonly active: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly service: TenderService,
  ) {}

  @Mutation()
  async tenderBook(@Args('orderNumber') orderNumber: string): Promise<boolean> {
    await this.service.receive(await tender.merchant.order({ orderNumber }))
    return true
  }

  @Mutation()
  async tenderTicket(@Ctx() ctx: RequestContext) {
    const session = await this.active.getActiveOrder(ctx, undefined)
    const order = session && (await this.orders.findOne(ctx, session.id, ['payments.refunds', 'customer.user']))
    if (order?.state !== 'ArrangingPayment') throw new Error('There is no order that waits for its payment')
    const claims = {
      orderNumber: nextNumber(order),
      amount: owed(order),
      currency: order.currencyCode,
      returnUrl: tender.returnUrl(order.code),
      capture: tender.capture,
      ...(order.customer && { email: order.customer.emailAddress }),
      // Only an account has stored cards: a guest's customer is found by an e-mail address that anybody may type.
      ...(order.customer?.user && { clientId: `vendure-${order.customer.id}`, save: 'ask' as const }),
    }
    const { ticketSecret, proxy } = tender
    return { orderNumber: claims.orderNumber, ticket: await signOrder(claims, ticketSecret), proxy }
  }
}

@VendurePlugin({
  compatibility: '^3.0.0',
  imports: [PluginCommonModule],
  controllers: [TenderWebhookController],
  providers: [TenderService],
  shopApiExtensions: {
    resolvers: [TenderResolver],
    schema: gql`
      extend type Mutation {
        "What is left to pay of the active order: orderNumber, and ticket and proxy for the element's order and src."
        tenderTicket: JSON!
        "Books what was paid by a ticket; the webhook does so too, whichever comes first."
        tenderBook(orderNumber: String!): Boolean!
      }
    `,
  },
  configuration(config) {
    config.paymentOptions.paymentMethodHandlers.push(handler)
    config.orderOptions.process = [...(config.orderOptions.process ?? []), closesUnpaid]
    config.paymentOptions.refundProcess = [...(config.paymentOptions.refundProcess ?? []), asksAgain]
    // A signature is of the raw body.
    const body = raw({ type: 'application/json', limit: '1mb' })
    config.apiOptions.middleware.push({ route: '/tender/webhook', handler: body, beforeListen: true })
    return config
  },
})
export class TenderPlugin {
  static init(options: TenderOptions): typeof TenderPlugin {
    Object.assign(tender, options, { merchant: merchantClient({ base: options.proxy, apiKey: options.apiKey }) })
    return TenderPlugin
  }
}
