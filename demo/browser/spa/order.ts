/** An order as the shop's server answers it. */
export interface Order {
  readonly orderNumber: string
  readonly ticket: string
  readonly price: string
  /** Address of the page that shows the order again. */
  readonly address: string
}
