'use client'

import './define.ts'
import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from 'react'
import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react'
import type { TenderCheckout as CheckoutElement } from '#element/element.ts'
import type { CheckoutProps } from '#element/frameworks.ts'
import { properties } from '#element/properties.ts'
import { eventNames } from '#element/state/events.ts'

export type { CheckoutProps } from '#element/frameworks.ts'

/** The element, as `ref` has it. */
export type TenderCheckoutElement = CheckoutElement

/** The attributes and events of the checkout, and what any HTML element takes. */
export type TenderCheckoutProps = CheckoutProps & Omit<HTMLAttributes<CheckoutElement>, keyof CheckoutProps>

/** The props of the events: `tender-paid` by `onPaid`. */
const handlers = eventNames.map((event) => {
  const name = event.slice('tender-'.length)
  return { event, prop: `on${name[0]!.toUpperCase()}${name.slice(1)}` }
})
const handlerProps = new Set<string>(handlers.map(({ prop }) => prop))

const attributesOf: Readonly<Record<string, { readonly attribute?: unknown; readonly type?: unknown }>> = properties

/** React 18 writes each prop of a custom element as an attribute, under the prop's name: `debug="false"`. */
function attributeOf([prop, value]: [string, unknown]): [string, unknown] {
  const { attribute, type } = attributesOf[prop] ?? {}
  return [typeof attribute === 'string' ? attribute : prop === 'className' ? 'class' : prop, type ? value || undefined : value]
}

/**
 * `<tender-checkout>` for React 18 and 19: its events are props, such as `onPaid`, and none is lost on a page that was
 * rendered on a server.
 *
 * @example
 * ```tsx
 * <TenderCheckout order={ticket} src="https://pay.shop.example" onPaid={({ detail }) => show(detail.orderNumber)} />
 * ```
 */
export const TenderCheckout: ForwardRefExoticComponent<TenderCheckoutProps & RefAttributes<CheckoutElement>> =
  forwardRef<CheckoutElement, TenderCheckoutProps>(function TenderCheckout({ texts, ...props }, ref) {
    const checkout = useRef<CheckoutElement>(null)
    const latest = useRef<CheckoutProps>(props)
    useImperativeHandle(ref, () => checkout.current!, [])
    useEffect(() => {
      latest.current = props
    })
    useEffect(() => {
      checkout.current!.texts = texts
    }, [texts])
    // React adds no listener to a custom element that it hydrates. The element keeps what happened before this effect.
    useEffect(() => {
      const element = checkout.current!
      const listeners = handlers.map(({ event, prop }) => {
        const listener = (dispatched: Event): void => (latest.current[prop as keyof CheckoutProps] as Listener | undefined)?.(dispatched)
        element.addEventListener(event, listener)
        return () => element.removeEventListener(event, listener)
      })
      return () => listeners.forEach((remove) => remove())
    }, [])
    const attributes = Object.entries(props).filter(([prop]) => !handlerProps.has(prop))
    // The element may have set its `state` before.
    const own = { ref: checkout, suppressHydrationWarning: true }
    return createElement('tender-checkout', { ...Object.fromEntries(attributes.map(attributeOf)), ...own })
  })

type Listener = (event: Event) => void
