import { randomUUID } from 'node:crypto'
import { redirect } from 'next/navigation'
import { catalogue, orders } from './shop'

async function buy() {
  'use server'
  const orderNumber = randomUUID().replaceAll('-', '') // nobody can guess another shopper's order
  orders.set(orderNumber, 'tea')
  redirect(`/orders/${orderNumber}`)
}

export default function ProductPage() {
  return (
    <form action={buy}>
      <h1>{catalogue.tea.title}</h1>
      <button>Buy</button>
    </form>
  )
}
