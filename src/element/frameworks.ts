import type { TenderCheckout } from './element.ts'
import type { TextOverrides } from '#texts/overrides.ts'
import type { TenderEventMap } from './state/events.ts'

/** The attributes of `<tender-checkout>`, as the templates of a framework take them. */
export interface CheckoutAttributes {
  /** The order ticket: a JWT that the shop's server has signed. */
  readonly order: string
  /** The proxy's origin, such as `https://pay-shop.example`. */
  readonly src: string
  /** BCP 47 tag; when absent, the language of the ticket, the page or the browser. */
  readonly locale?: string | undefined
  /** Whether the bank's page is shown over this one, or in its place. */
  readonly presentation?: TenderCheckout['presentation'] | undefined
  /** `auto` takes over the colours, corners and font of the page. */
  readonly theme?: TenderCheckout['theme'] | undefined
  /** How the methods of payment are arranged. */
  readonly layout?: TenderCheckout['layout'] | undefined
  /** The page has a button of its own, which calls `submit()`. */
  readonly 'hide-button'?: boolean | undefined
  /** Logs each step of the checkout in the console. */
  readonly debug?: boolean | undefined
  /** What the button says besides the amount. */
  readonly 'button-text'?: TenderCheckout['buttonText'] | undefined
  /** In a form: the name of its value, the order number. */
  readonly name?: string | undefined
}

/** What the templates of a framework set as a property. */
export interface CheckoutProperties {
  /** Sentences of the page in place of the checkout's own. */
  readonly texts?: TextOverrides | undefined
}

type CamelCase<Name> = Name extends `${infer Start}-${infer Rest}` ? `${Start}${Capitalize<Rest>}` : Name

type EventOf<Name> = Name extends `tender-${infer Event}` ? Capitalize<Event> : never

/** The props of the component for React: attributes in camel case, and events by their names, as `onPaid`. */
export type CheckoutProps = CheckoutProperties & {
  readonly [Name in keyof CheckoutAttributes as CamelCase<Name>]: CheckoutAttributes[Name]
} & {
  readonly [Name in keyof TenderEventMap as `on${EventOf<Name>}`]?: ((event: TenderEventMap[Name]) => void) | undefined
}

/** A handler for each event, under the event's own name behind a prefix: `ontender-paid`, `on:tender-paid`. */
export type CheckoutHandlers<Prefix extends 'on' | 'on:'> = {
  readonly [Name in keyof TenderEventMap as `${Prefix}${Name}`]?: ((event: TenderEventMap[Name]) => void) | undefined
}

/** A handler for each event in Vue, which reads `@tender-paid` as `onTenderPaid`. */
export type VueHandlers = {
  readonly [Name in keyof TenderEventMap as `onTender${EventOf<Name>}`]?:
    | ((event: TenderEventMap[Name]) => void)
    | undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'tender-checkout': TenderCheckout
  }
}

// An augmentation of a module that is not installed is an error, which the directive above each takes away: a shop has
// one of these frameworks, or none. A type that the framework exports stands on a line of its own for that reason, and
// none of them is installed for the TypeScript project of this file: react.ts has one of its own.

/** @ts-ignore */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** @ts-ignore */
      'tender-checkout': DetailedHTMLProps<HTMLAttributes<TenderCheckout>, TenderCheckout> &
        CheckoutAttributes &
        CheckoutProperties &
        CheckoutHandlers<'on'>
    }
  }
}

/** @ts-ignore */
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'tender-checkout': CheckoutAttributes &
        CheckoutProperties &
        CheckoutHandlers<'on'> &
        /** @ts-ignore */
        Omit<JSX.IntrinsicElements['section'], 'ref'> & {
          /** @ts-ignore */
          ref?: Ref<TenderCheckout> | undefined
        }
    }
  }
}

/** @ts-ignore */
declare module 'vue' {
  interface GlobalComponents {
    'tender-checkout': new () => TenderCheckout & { $props: CheckoutAttributes & CheckoutProperties & VueHandlers }
  }
}

/** @ts-ignore */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'tender-checkout': CheckoutAttributes &
      CheckoutProperties &
      CheckoutHandlers<'on'> &
      CheckoutHandlers<'on:'> &
      /** @ts-ignore */
      HTMLAttributes<TenderCheckout>
  }
}

/** @ts-ignore */
declare module 'solid-js/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      'tender-checkout': CheckoutAttributes & {
        readonly [Name in keyof CheckoutProperties as `prop:${Name}`]: CheckoutProperties[Name]
      } & CheckoutHandlers<'on:'> &
        /** @ts-ignore */
        HTMLAttributes<TenderCheckout>
    }
  }
}
