import 'tender-checkout/define'
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import { buy, readOrder, type Order } from './orders'

@Component({
  selector: 'app-shop',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (!orderNumber) {
      <h1>A tin of tea</h1>
      <button (click)="buy('tea')">Buy</button>
    } @else if (order(); as order) {
      @if (order.state === 'paid') {
        <h1>Paid</h1>
      } @else {
        <h1>{{ order.title }}</h1>
        <!-- An event is for display only: the server says what is paid. -->
        <tender-checkout [attr.order]="order.ticket" [attr.src]="order.proxy" (tender-paid)="read()"></tender-checkout>
      }
    }
  `,
})
export class Shop {
  protected readonly buy = buy
  protected readonly orderNumber = /^\/orders\/(\w+)$/.exec(location.pathname)?.[1]
  protected readonly order = signal<Order | undefined>(undefined)

  constructor() {
    if (this.orderNumber) void this.read()
  }

  protected async read(): Promise<void> {
    this.order.set(await readOrder(this.orderNumber!))
  }
}
