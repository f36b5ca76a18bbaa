import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { TenderProvider } from './service'

export default ModuleProvider(Modules.PAYMENT, { services: [TenderProvider] })
