/** Calls Vendure's Shop API. */
async function shop(query, variables) {
  const body = JSON.stringify({ query, variables })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/shop-api', { method: 'POST', headers, body, credentials: 'same-origin' })
  const { data, errors } = await response.json()
  if (errors) throw new Error(errors[0].message)
  const failed = Object.values(data).find((one) => one?.errorCode)
  if (failed) throw new Error(failed.message)
  return data
}

const error = '... on ErrorResult { errorCode message }'
const [title, buy, main] = ['h1', 'button', 'main'].map((name) => document.querySelector(name))

/** The basket, the address and the shipping of an order; a shop has a form for each. */
async function place() {
  await shop(`mutation { addItemToOrder(productVariantId: 1, quantity: 1) { __typename ${error} } }`)
  const jane = { firstName: 'Jane', lastName: 'Doe', emailAddress: 'jane@shop.example' }
  const customer = `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename ${error} } }`
  const { activeCustomer } = await shop('{ activeCustomer { id } }')
  if (!activeCustomer) await shop(customer, { input: jane })
  const address = { streetLine1: '1 Long Street', city: 'Vilnius', countryCode: 'LT' }
  const delivery = `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename ${error} } }`
  await shop(delivery, { input: address })
  const { eligibleShippingMethods: ways } = await shop('{ eligibleShippingMethods { id } }')
  const shipping = `mutation ($id: ID!) { setOrderShippingMethod(shippingMethodId: [$id]) { __typename ${error} } }`
  await shop(shipping, { id: ways[0].id })
  await shop(`mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ${error} } }`)
}

/** Shows the checkout of the active order, or what has become of the order in the address. */
async function show() {
  const { activeOrder } = await shop('{ activeOrder { code state } }')
  const code = activeOrder?.code ?? new URLSearchParams(location.search).get('order')
  if (activeOrder?.state === 'ArrangingPayment') return pay(code)
  if (!code) return
  const { orderByCode } = await shop('query ($code: String!) { orderByCode(code: $code) { state } }', { code })
  const states = { PaymentSettled: 'Paid', PaymentAuthorized: 'Authorized' }
  title.textContent = states[orderByCode.state] ?? orderByCode.state
  buy.hidden = true
  main.replaceChildren()
}

async function pay(code) {
  const { tenderTicket: order } = await shop('mutation { tenderTicket }')
  history.replaceState(null, '', `?order=${code}`)
  buy.hidden = true
  if (!customElements.get('tender-checkout'))
    document.head.append(
      Object.assign(document.createElement('script'), {
        src: `${order.proxy}/v1/checkout.js`,
        crossOrigin: 'anonymous',
      }),
    )
  const checkout = document.createElement('tender-checkout')
  checkout.setAttribute('order', order.ticket)
  checkout.setAttribute('src', order.proxy)
  for (const type of ['tender-paid', 'tender-held']) checkout.addEventListener(type, () => book(order.orderNumber))
  main.replaceChildren(checkout)
}

/** The event is for display only: the server reads the order, and the webhook may have booked it before. */
async function book(orderNumber) {
  await shop('mutation ($orderNumber: String!) { tenderBook(orderNumber: $orderNumber) }', { orderNumber })
  await show()
}

buy.addEventListener('click', () => place().then(show))
await show()
