import { defineMiddlewares } from '@medusajs/framework/http'

// A signature is of the raw body.
export default defineMiddlewares({
  routes: [{ matcher: '/hooks/tender', method: 'POST', bodyParser: { preserveRawBody: true } }],
})
