// Type checking runs before the package is built, so its own declarations do not exist yet.
declare module 'tender-checkout/define'
