import { createApp } from 'vue'
import OrderPage from './OrderPage.vue'
import ProductPage from './ProductPage.vue'

const [, orderNumber] = /^\/orders\/(\w+)$/.exec(location.pathname) ?? []
const app = orderNumber ? createApp(OrderPage, { orderNumber }) : createApp(ProductPage)
app.mount('#shop')
