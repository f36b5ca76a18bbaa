import { notFound } from 'next/navigation'
import { orders, proxy, stateOf, ticketFor } from '../../shop'
import { Checkout } from './checkout'

export default async function OrderPage({ params }: { params: Promise<{ orderNumber: string }> }) {
  const { orderNumber } = await params
  if (!orders.has(orderNumber)) notFound()
  if ((await stateOf(orderNumber)) === 'paid') return <h1>Paid</h1>
  return (
    <>
      <h1>Your order</h1>
      <Checkout ticket={await ticketFor(orderNumber)} proxy={proxy()} />
    </>
  )
}
