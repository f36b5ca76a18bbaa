import { mount } from 'svelte'
import OrderPage from './OrderPage.svelte'
import ProductPage from './ProductPage.svelte'

const target = document.getElementById('shop')!
const [, orderNumber] = /^\/orders\/(\w+)$/.exec(location.pathname) ?? []
if (orderNumber) mount(OrderPage, { target, props: { orderNumber } })
else mount(ProductPage, { target })
