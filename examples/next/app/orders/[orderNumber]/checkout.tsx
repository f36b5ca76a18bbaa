'use client'

import { useRouter } from 'next/navigation'
import { TenderCheckout } from 'tender-checkout/react'

/** The checkout. An event is for display only: the page asks the server again. */
export function Checkout({ ticket, proxy }: { ticket: string; proxy: string }) {
  const router = useRouter()
  return <TenderCheckout order={ticket} src={proxy} onPaid={() => router.refresh()} />
}
