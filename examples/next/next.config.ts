import type { NextConfig } from 'next'

// `tender-checkout/server` loads optional packages where they are installed, which a bundler cannot know.
const config: NextConfig = { serverExternalPackages: ['tender-checkout'] }

export default config
