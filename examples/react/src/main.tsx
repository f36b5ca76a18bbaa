import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Shop } from './shop'

createRoot(document.getElementById('shop')!).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
)
