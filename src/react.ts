'use client'

import './define.ts'
import { Component, createElement, forwardRef } from 'react'
import type { ForwardedRef, ForwardRefExoticComponent, HTMLAttributes, ReactNode, RefAttributes } from 'react'
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

  readonly #attach = (element: CheckoutElement | null): void => {
    for (const event in handlers) {
      this.#element?.removeEventListener(event, this)
      element?.addEventListener(event, this)
    }
    this.#element = element
    this.#setTexts()
    const { forwarded } = this.props
    if (typeof forwarded === 'function') forwarded(element)
    else if (forwarded) forwarded.current = element
  }

  handleEvent(event: Event): void {
    const handler = this.props[handlers[event.type] as keyof Props] as ((event: Event) => void) | undefined
    handler?.(event)
  }

  override componentDidUpdate(): void {
    this.#setTexts()
  }

  override render(): ReactNode {
    const { forwarded: _, texts: __, ...props } = this.props
    const attributes = Object.entries(props).filter(([prop]) => !handlerProps.has(prop))
    // The element may have set its `state` before.
    const own = { ref: this.#attach, suppressHydrationWarning: true }
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
 * <TenderCheckout order={ticket} src="https://pay.shop.example" onPaid={({ detail }) => show(detail.orderNumber)} />
 * ```
 */
export const TenderCheckout: ForwardRefExoticComponent<TenderCheckoutProps & RefAttributes<CheckoutElement>> =
  forwardRef<CheckoutElement, TenderCheckoutProps>(function TenderCheckout(props, forwarded) {
    return createElement(Checkout, { ...props, forwarded })
  })
