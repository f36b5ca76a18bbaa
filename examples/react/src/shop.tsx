import { useCallback, useEffect, useState } from 'react'
import { TenderCheckout } from 'tender-checkout/react'
import { buy, readOrder, type Order } from './orders'

export function Shop() {
  const [, orderNumber] = /^\/orders\/(\w+)$/.exec(location.pathname) ?? []
  return orderNumber ? <OrderPage orderNumber={orderNumber} /> : <ProductPage />
}

function ProductPage() {
  return (
    <>
      <h1>A tin of tea</h1>
      <button onClick={() => buy('tea')}>Buy</button>
    </>
  )
}

function OrderPage({ orderNumber }: { orderNumber: string }) {
  const [order, setOrder] = useState<Order>()
  const read = useCallback(async () => setOrder(await readOrder(orderNumber)), [orderNumber])
  useEffect(() => void read(), [read])

  if (!order) return null
  if (order.state === 'paid') return <h1>Paid</h1>
  return (
    <>
      <h1>{order.title}</h1>
      {/* An event is for display only: the server says what is paid. */}
      <TenderCheckout order={order.ticket} src={order.proxy} onPaid={read} />
    </>
  )
}
