'use client'

import './define.ts'
import { Component, createElement, forwardRef } from 'react'
import type {
  ForwardedRef,
  ForwardRefExoticComponent,
  HTMLAttributes,
  ReactNode,
  RefAttributes,
  RefCallback,
} from 'react'
import type { TenderCheckout as CheckoutElement } from '#element/element.ts'
import type { CheckoutProps } from '#element/frameworks.ts'
import { properties } from '#element/properties.ts'
import { eventNames } from '#element/state/events.ts'

export type { CheckoutProps } from '#element/frameworks.ts'

/** The element, as `ref` has it. */
export type TenderCheckoutElement = CheckoutElement

/** The attributes and events of the checkout, and what any HTML element takes. */
export type TenderCheckoutProps = CheckoutProps & Omit<HTMLAttributes<CheckoutElement>, keyof CheckoutProps>

/** The prop of each event: `onPaid` of `tender-paid`. */
const handlers: Readonly<Record<string, string>> = Object.fromEntries(
  eventNames.map((event) => [event, event.replace(/^tender-./, (start) => `on${start.at(-1)!.toUpperCase()}`)]),
)
const handlerProps = new Set(Object.values(handlers))

const attributesOf: Readonly<Record<string, { readonly attribute?: unknown; readonly type?: unknown }>> = properties

/** React 18 writes each prop of a custom element as an attribute, under the prop's name: `debug="false"`. */
function attributeOf([prop, value]: [string, unknown]): [string, unknown] {
  const { attribute, type } = attributesOf[prop] ?? {}
  return [
    typeof attribute === 'string' ? attribute : prop === 'className' ? 'class' : prop,
    type ? value || undefined : value,
  ]
}

type Props = TenderCheckoutProps & { readonly forwarded: ForwardedRef<CheckoutElement> }

/**
 * Listens by itself, since React adds no listener to a custom element that it hydrates. It has no hooks: a server that
 * leaves this package out of its bundle, as Next.js does where its settings say so, renders it with another React than
 * the one that is imported here.
 */
class Checkout extends Component<Props> {
  #element: CheckoutElement | null = null
  #forwarded: ForwardedRef<CheckoutElement> = null
  #ref = this.#refTo(null)

  /** One callback for each `ref` of the page, so that React calls that of the page as if it stood on the tag. */
  #refTo(forwarded: ForwardedRef<CheckoutElement>): RefCallback<CheckoutElement> {
    return (element) => {
      // React takes the element away where it hides the page for a while, in which the payment may end: so the listeners stay.
      for (const event in handlers) element?.addEventListener(event, this)
      this.#element = element ?? this.#element
      this.#setTexts()
      if (typeof forwarded === 'function') return forwarded(element)
      if (forwarded) forwarded.current = element
      return undefined
    }
  }

  handleEvent(event: Event): void {
    const handler = this.props[handlers[event.type] as keyof Props] as ((event: Event) => void) | undefined
    // The listeners are not removed, so that an element which React has removed is told from a hidden one here.
    if (this.#element?.isConnected) handler?.(event)
  }

  override componentDidUpdate(): void {
    this.#setTexts()
  }

  override render(): ReactNode {
    const { forwarded, texts: _, ...props } = this.props
    if (forwarded !== this.#forwarded) this.#ref = this.#refTo((this.#forwarded = forwarded))
    const attributes = Object.entries(props).filter(([prop]) => !handlerProps.has(prop))
    // The element may have set its `state` before.
    const own = { ref: this.#ref, suppressHydrationWarning: true }
    return createElement('tender-checkout', { ...Object.fromEntries(attributes.map(attributeOf)), ...own })
  }

  #setTexts(): void {
    if (this.#element) this.#element.texts = this.props.texts
  }
}

/**
 * `<tender-checkout>` for React 18 and 19: its events are props, such as `onPaid`, and none is lost on a page that was
 * rendered on a server.
 *
 * @example
 * ```tsx
 * <TenderCheckout order={ticket} src="https://pay-shop.example" onPaid={({ detail }) => show(detail.orderNumber)} />
 * ```
 */
export const TenderCheckout: ForwardRefExoticComponent<TenderCheckoutProps & RefAttributes<CheckoutElement>> =
  forwardRef<CheckoutElement, TenderCheckoutProps>(function TenderCheckout(props, forwarded) {
    return createElement(Checkout, { ...props, forwarded })
  })
