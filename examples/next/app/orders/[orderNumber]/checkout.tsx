'use client'

import 'tender-checkout/define'
import { useRouter } from 'next/navigation'

/** The element. An event is for display only: the page asks the server again. */
export function Checkout({ ticket, proxy }: { ticket: string; proxy: string }) {
  const router = useRouter()
  return <tender-checkout order={ticket} src={proxy} ontender-paid={() => router.refresh()} />
}
